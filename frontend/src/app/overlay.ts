import { useSyncExternalStore } from 'react'
import type { Capability, Plan } from '#domain/entitlements.ts'

/** Overlays that any screen can open. `wanted` is the capability that a plan includes. */
export type Overlay =
  | { kind: 'credits' }
  | { kind: 'upgrade'; wanted: Capability }
  /** A plan that has just been paid for. */
  | { kind: 'celebration'; plan: Plan }
  /**
   * Creates lore from a template, or lets the user choose one, in a folder of the selected campaign; null is its root.
   */
  | { kind: 'fromTemplate'; templateId?: string; collectionId: string | null }

let overlay: Overlay | undefined
const listeners = new Set<() => void>()

const show = (next: Overlay | undefined) => {
  overlay = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const openOverlay = (next: Overlay): void => show(next)
export const closeOverlay = (): void => show(undefined)

export const useOverlay = (): Overlay | undefined =>
  useSyncExternalStore(
    subscribe,
    () => overlay,
    () => undefined,
  )

/** The action next to a message about too few credits. */
export const getCredits = { label: 'Get Credits', run: () => openOverlay({ kind: 'credits' }) }
