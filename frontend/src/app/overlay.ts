import { useSyncExternalStore } from 'react'
import type { Capability, Plan } from '#domain/entitlements.ts'

/** What may be asked for from anywhere, over whatever is on screen. `wanted` is what a plan would open. */
export type Overlay =
  | { kind: 'credits' }
  | { kind: 'upgrade'; wanted: Capability }
  /** A plan that was just paid for. */
  | { kind: 'celebration'; plan: Plan }
  /** Lore from a template, which is chosen first where none is named; into a folder of the selected campaign, null being its root. */
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

/** Where a sentence says that there are too few credits, the way to more. */
export const getCredits = { label: 'Get Credits', run: () => openOverlay({ kind: 'credits' }) }
