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

/** For one page, whose rights are as of its beginning too: a campaign's tree is one stream, for which all of a page would wait in line. */
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
  /** Pictures that went along with it. */
  pictures: ReadonlySet<string>
}

/** Moves lore back to the folder that it was in, or to the root if that is gone, with the pictures that went along with it. */
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

/** As `bringBack`, for the campaign that lore was moved away from: out of the Trash, and seen by whom it was. */
export async function bringBackAsSeen(run: Run, conjurationId: string, returning: Returning): Promise<void> {
  const { before, now } = returning
  if (now.deletedIn !== null) await restore(run, run, conjurationId, now.deletedIn)
  // Narrowing the visibility precedes the move and widening follows it: at no time is the lore visible to more users
  // than before and after.
  if (isWider(now.visibility, before.visibility)) await showAsBefore(run, conjurationId, before)
  await bringBack(run, conjurationId, { ...returning, now: { ...now, deletedIn: null } })
  if (isWider(before.visibility, now.visibility)) await showAsBefore(run, conjurationId, before)
}

/** A picture that stayed behind belongs to its lore again, or to the copy `instead` of it. */
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

/** The lore was counted already: a picture that cannot be its own any more stays where it is. */
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
