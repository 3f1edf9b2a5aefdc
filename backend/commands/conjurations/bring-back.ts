import type pg from 'pg'
import { isWider } from '#domain/access.ts'
import { collections } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { type Decider, Rejection, type Schemas } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import { subjectOf } from '#domain/metadata.ts'
import type { EventStore } from '#eventstore'
import { restore } from '../collections/placing.ts'
import type { Dispatcher } from '../dispatch.ts'
import { refuseMissingConjuration } from '../images/linking.ts'
import type { Deed, Run } from '../operations/perform.ts'
import { statesAround } from '../state-before.ts'
import { moveToCampaign } from './move-to-campaign.ts'

export interface ReturnDeps {
  pool: pg.Pool
  store: Pick<EventStore, 'read' | 'head'>
}
export type Folders = Pick<Dispatcher, 'stateOf'>
type Lore = typeof conjurations.initial

/**
 * Caches folder trees for one page of items, whose rights are also read once per page: a campaign's tree is one stream,
 * so that the reads of a page's items would queue.
 */
export const foldersOnce = ({ stateOf }: Folders): Folders => {
  const trees = new Map<string, Promise<unknown>>()
  return {
    stateOf: <C extends Schemas, E extends Schemas, State>(decider: Decider<C, E, State>, id: string) => {
      if (decider.category !== collections.category) return stateOf(decider, id)
      const known = trees.get(id) ?? stateOf(decider, id)
      trees.set(id, known)
      return known as Promise<State>
    },
  }
}

interface Returning {
  deps: ReturnDeps
  folders: Folders
  /** The lore before it was moved, and now. */
  before: Lore
  now: Lore
  /** Pictures that the operation moved with the lore. */
  pictures: ReadonlySet<string>
}

/**
 * Moves lore back to its former folder, or to the root if that no longer exists, with the pictures that were moved with
 * it.
 */
export async function bringBack(run: Run, conjurationId: string, returning: Returning): Promise<void> {
  const { deps, folders, before, now, pictures } = returning
  const { campaignId } = before
  const back = (collectionId: string | null) =>
    moveToCampaign(
      run,
      { pool: deps.pool, handler: folders },
      conjurationId,
      { campaignId, collectionId, moveImages: true, isReturn: true, pictures },
      now,
    )
  await back(before.collectionId).catch((error: unknown) => {
    if (error instanceof Rejection && error.code === 'parent_not_found') return back(null)
    throw error
  })
}

/** Shows lore to the users who saw it before it was moved away. */
export const showAsBefore = (run: Run, conjurationId: string, { visibility }: Lore): Promise<unknown> =>
  run.send(conjurations, conjurationId, {
    type: 'ChangeConjurationVisibility',
    item: 'seen',
    data: { conjurationId, visibility },
  })

/**
 * Like `bringBack`, for the campaign that the lore was moved out of: also restores it from the Trash, and restores its
 * visibility.
 */
export async function bringBackAsSeen(run: Run, conjurationId: string, returning: Returning): Promise<void> {
  const { before, now } = returning
  if (now.deletedIn !== null) await restore(run, run, conjurationId, now.deletedIn)
  // Narrowing the visibility precedes the move and widening follows it: at no time is the lore visible to more users
  // than before and after.
  if (isWider(now.visibility, before.visibility)) await showAsBefore(run, conjurationId, before)
  await bringBack(run, conjurationId, { ...returning, now: { ...now, deletedIn: null } })
  if (isWider(before.visibility, now.visibility)) await showAsBefore(run, conjurationId, before)
}

/** Links a picture that stayed in its campaign to its lore again, or to the copy that `instead` returns. */
export async function linkAgain(
  run: Run,
  { store }: Pick<ReturnDeps, 'store'>,
  { stream, revision }: Deed,
  instead: (conjurationId: string) => string = (same) => same,
): Promise<void> {
  const imageId = subjectOf(stream)
  const { before, now } = await statesAround(store, images, stream, revision)
  if (before.conjurationId === null || now.conjurationId !== null) return
  if (now.campaignId !== before.campaignId || now.deleted) return
  const conjurationId = instead(before.conjurationId)
  await ignoringRefusals(async () => {
    await refuseMissingConjuration(run, before.campaignId, conjurationId)
    await run.send(images, imageId, { type: 'LinkImage', data: { imageId, conjurationId } })
  })
}

/**
 * Ignores rejections: the lore itself was returned and counted, and a picture that cannot be linked again stays where
 * it is.
 */
const ignoringRefusals = async (work: () => Promise<void>) => {
  await work().catch((error: unknown) => {
    if (!(error instanceof Rejection)) throw error
  })
}

/** The pictures of lore that the same operation moved along with it. */
export const loadMovedPictures = async (pool: pg.Pool, operationId: string): Promise<ReadonlySet<string>> => {
  const { rows } = await pool.query<{ item: string }>(
    `select distinct item from feed where "correlationId" = $1 and seq = 0 and type = 'ImageMoved'`,
    [operationId],
  )
  return new Set(rows.map(({ item }) => item))
}
