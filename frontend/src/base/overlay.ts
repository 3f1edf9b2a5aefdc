import { useSyncExternalStore } from 'react'
import type { Capability, Plan } from '#domain/entitlements.ts'
import type { SupportType } from '#domain/support.ts'

/** `name` is that of the folder or the entry; without either, the whole campaign is exported. */
export interface Exportable {
  campaignId: string
  campaignName: string
  collectionId?: string | undefined
  conjurationId?: string | undefined
  name?: string | undefined
}

/** Overlays that any screen can open. `wanted` is the capability that a plan includes. */
export type Overlay =
  | { kind: 'credits' }
  /** The Support Center, at its form with a chosen type, or at the answers to frequent questions. */
  | { kind: 'support'; type?: SupportType | '' }
  | { kind: 'upgrade'; wanted: Capability }
  /** A plan that has just been paid for. */
  | { kind: 'celebration'; plan: Plan }
  /**
   * Creates lore from a template, or lets the user choose one, in a folder of the selected campaign; null is its root.
   */
  | { kind: 'fromTemplate'; templateId?: string; collectionId: string | null }
  /** Exports a campaign, a folder or an entry. */
  | { kind: 'export'; of: Exportable }
  /**
   * Creates a 3D model in the selected campaign: of the primary image of `lore`, of an image, or of a prompt; the user
   * chooses without them.
   */
  | { kind: 'createModel'; lore?: { id: string; name: string; campaignId: string }; imageId?: string; prompt?: string }

let overlays: readonly Overlay[] = []
const listeners = new Set<() => void>()

const show = (next: readonly Overlay[]) => {
  overlays = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens an overlay. The overlay for credits opens over the current dialog, which retains its input; any other replaces the current ones. */
export const openOverlay = (next: Overlay): void =>
  show(next.kind === 'credits' ? [...overlays.filter(({ kind }) => kind !== 'credits'), next] : [next])
export const closeOverlay = (): void => show(overlays.slice(0, -1))
/** Closes overlays when the user leaves their page by Back or Forward, except the one for credits, where a payment may be under way. */
export const closeOverlaysOfPage = (): void => show(overlays.filter(({ kind }) => kind === 'credits'))

const none: readonly Overlay[] = []
export const useOverlays = (): readonly Overlay[] =>
  useSyncExternalStore(
    subscribe,
    () => overlays,
    () => none,
  )

/** The action next to a message about too few credits. */
export const getCredits = { label: 'Get Credits', run: () => openOverlay({ kind: 'credits' }) }
