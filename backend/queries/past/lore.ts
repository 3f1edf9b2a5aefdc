import type { Viewer } from '#domain/access.ts'
import { sawLore, sawPicture } from '#domain/campaign-past.ts'
import { conjurations } from '#domain/conjurations.ts'
import { images } from '#domain/images.ts'
import type { PastLore } from '#projections/past-answers.ts'
import type { Read } from '../../http/snapshot.ts'
import { inParallel } from '../../platform/in-parallel.ts'
import { type LoreNow, visiblePictures } from './now.ts'
import { type Reads, stateAt } from './state-at.ts'

/** The viewer, the campaign and the moment. */
export interface Looking {
  store: Reads
  read: Read
  viewer: Viewer
  /** The viewer with their role at `position`. */
  then: Viewer
  campaignId: string
  position: bigint
}

type State = typeof conjurations.initial
export interface Found {
  id: string
  now: LoreNow
  state: State
  revision: number
  changedAt: string
}

/** The earlier states that the viewer saw, of lore that they see now, in the same order. */
export async function sawOf(
  { store, then, campaignId, position }: Looking,
  lore: readonly LoreNow[],
): Promise<Found[]> {
  const found = new Map<string, Found>()
  await inParallel(lore, async (now) => {
    const { state, revision, at } = await stateAt(store, conjurations, now.id, position)
    if (sawLore(then, campaignId, state)) found.set(now.id, { id: now.id, now, state, revision, changedAt: at ?? '' })
  })
  return lore.flatMap(({ id }) => found.get(id) ?? [])
}

/** The pictures of lore that the viewer saw then and still sees now. */
export async function sawPictures(
  { store, read, viewer, then, position }: Looking,
  pictures: readonly { imageId: string; lore: Pick<Found, 'id' | 'state'> }[],
) {
  const seen = await visiblePictures(
    read,
    viewer,
    pictures.map(({ imageId }) => imageId),
  )
  const there = pictures.filter(({ imageId }) => seen.has(imageId))
  await inParallel(there, async ({ imageId, lore }) => {
    const { state } = await stateAt(store, images, imageId, position)
    if (!sawPicture(then, lore.id, lore.state, state)) seen.delete(imageId)
  })
  return seen
}

/** Converts lore to the items of lists of the past. */
export async function listPastLore(looking: Looking, found: readonly Found[]): Promise<PastLore[]> {
  const primary = found.flatMap((lore) =>
    lore.state.primaryImageId === null ? [] : [{ imageId: lore.state.primaryImageId, lore }],
  )
  const pictures = await sawPictures(looking, primary)
  return found.map(({ id, now: { isInTrash, mayRestore }, state, changedAt }) => {
    const { name, tags, visibility, isPinned, primaryImageId } = state
    const imageUri = pictures.get(primaryImageId ?? '')?.uri ?? null
    return { id, name, tags: [...tags], visibility, isPinned, changedAt, imageUri, isInTrash, mayRestore }
  })
}
