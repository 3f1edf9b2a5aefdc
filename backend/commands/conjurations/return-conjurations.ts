import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { isWider } from '#domain/access.ts'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { can } from '#domain/rights.ts'
import { upcast } from '#domain/upcasters.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { inParallel } from '../../platform/in-parallel.ts'
import { loadReturnable, type MovedAway } from '../../queries/trash/moved-away.ts'
import { keyedMutex } from '../keyed-mutex.ts'
import { deedsOf, inPages, type Kind, type Run } from '../operations/perform.ts'
import { statesAround } from '../state-before.ts'
import {
  bringBackAsSeen,
  type Folders,
  foldersOnce,
  linkAgain,
  loadMovedPictures,
  type ReturnDeps,
  showAsBefore,
} from './bring-back.ts'
import { completeCopy, copyAsItWas, returnedCopy } from './return-copies.ts'

const Returning = z.object({ campaignId: uuid(), operationId: uuid() })
type Returning = z.infer<typeof Returning>
type Lore = typeof conjurations.initial

const ending = '9223372036854775807'

const viewsTimeoutMs = 10_000
const pollIntervalMs = 50

/** Events that change the content of lore and its texts. */
const writing = [
  ...['ConjurationRenamed', 'ConjurationDescribed', 'ConjurationTagged', 'ConjurationVersionRestored'],
  ...['SegmentAdded', 'SegmentRetitled', 'SegmentDeleted', 'SegmentRestored', 'SegmentKeptForDms', 'SegmentShown'],
  ...['TextBegun', 'TextChanged'],
]

/**
 * Moves back the lore that one operation moved out of a campaign, for the campaign's owner, wherever it is now. Lore
 * that only members of the campaign have edited since comes back itself. Edits of other users belong to them: such lore
 * stays, and a copy of its former state is created.
 */
export const returnConjurations = (deps: ReturnDeps): Kind<Returning> => {
  const { pool, store } = deps

  const hasOthersWords = async (id: string, now: Lore, { campaignId }: Returning, { position }: MovedAway) => {
    const { rows } = await pool.query<{ found: boolean }>(
      `select exists (select from feed f where f.item = any($1) and f.position > $2 and f.seq = 0 and f.type = any($3)
         and not exists (select from members m where m."campaignId" = $4 and m."userId"::text = f.metadata->>'actor')) as found`,
      [[id, ...now.segments.map((segment) => segment.id)], position, writing, campaignId],
    )
    return rows[0]?.found === true
  }

  /** Reads the stream, since the views may not show the last move yet. */
  const wasMovedBy = async ({ operationId }: Run, id: string) => {
    const { events } = await store.read(`${conjurations.category}-${id}`)
    const last = events.map(upcast).findLast(({ type }) => type === 'ConjurationMovedToCampaign')
    return last?.metadata.correlationId === operationId
  }

  /**
   * Moves one item back, and returns undefined. If other users edited it, creates a copy instead, and returns the
   * lore's former state.
   */
  const takeBack = async (
    run: Run,
    given: Returning,
    move: MovedAway,
    how: { folders: Folders; pictures: ReadonlySet<string>; isOwner: boolean },
  ): Promise<Lore | undefined> => {
    const { id, revision, position } = move
    if (!how.isOwner) throw new Rejection('lore_return_forbidden')
    const { before, now } = await statesAround(store, conjurations, `${conjurations.category}-${id}`, revision)
    if (now.campaignId === given.campaignId) {
      // An earlier attempt of this run may have returned it; otherwise another request did.
      if (!(await wasMovedBy(run, id))) throw new Rejection('operation_not_found')
      if (isWider(before.visibility, now.visibility)) await showAsBefore(run, id, before)
      return undefined
    }
    if (await hasOthersWords(id, now, given, move)) {
      await copyAsItWas(run, deps, { id, before, position: BigInt(position) })
      return before
    }
    await bringBackAsSeen(run, id, { deps, before, now, ...how })
    return undefined
  }

  /** Waits until the views include everything appended so far. Throws after ten seconds, so that the job is retried. */
  const catchUpWithLog = async () => {
    const head = String(await store.head())
    for (let waited = 0; waited < viewsTimeoutMs; waited += pollIntervalMs) {
      const { rowCount } = await pool.query('select from checkpoint where position >= $1', [head])
      if (rowCount) return
      await delay(pollIntervalMs)
    }
    throw new Error(`The views have not reached log position ${head} after ${viewsTimeoutMs} ms`)
  }

  const returnAll = async (run: Run, given: Returning) => {
    const { operationId } = given
    // Only the views show that a concurrent request has already returned lore as a copy.
    await catchUpWithLog()
    const of = { ...given, viewer: await run.viewer(), runId: run.operationId }
    const found = await loadReturnable(reading(pool), of)
    const moves = new Map(found.map((move) => [move.id, move]))
    const pictures = await loadMovedPictures(pool, operationId)
    const copied = new Map<string, Lore>()
    await inPages([...moves.keys()], async (page) => {
      const how = { folders: foldersOnce(run), pictures, isOwner: can(await run.viewer(), 'returnLore', given) }
      return run.each(page, {
        async work(id) {
          const move = moves.get(id)
          const before = move && (await takeBack(run, given, move, how))
          if (before) copied.set(id, before)
        },
      })
    })
    const instead = (id: string) => (copied.has(id) ? returnedCopy(run, id) : id)
    for await (const page of deedsOf(pool, operationId, ['ImageLinked'], ending))
      await inParallel(page, (deed) => linkAgain(run, deps, deed, instead))
    for (const [id, before] of copied) await completeCopy(run, deps, { id, before })
  }

  // Concurrent requests are serialised, so that only one of them returns each item and counts it.
  const oneByOne = keyedMutex()
  return {
    arguments: Returning,
    run: (run, given) => oneByOne(given.operationId, () => returnAll(run, given)),
  }
}
