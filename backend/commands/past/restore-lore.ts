import { collections, isThere } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { boundedRuns, changeInto } from '#domain/text-authors.ts'
import { markedOf, texts } from '#domain/texts.ts'
import { sawSegments } from '../../queries/past/contents.ts'
import type { Found, Looking } from '../../queries/past/lore.ts'
import { stateAt } from '../../queries/past/state-at.ts'
import { opsOf } from '../../queries/texts/open-text.ts'
import { restore } from '../collections/placing.ts'
import { derivedId } from '../ids.ts'
import type { Run } from '../operations/perform.ts'

interface Restoring {
  looking: Looking
  /** True if a whole folder is restored: its former lore returns to it. */
  toItsFolder: boolean
}

/**
 * Restores lore to its former state: out of the Trash, with its contents, name, tags, titles and texts. Throws
 * `Rejection`.
 */
export async function restoreLore(run: Run, { looking, toItsFolder }: Restoring, then: Found): Promise<void> {
  const { id: conjurationId, state, now: seen, revision } = then
  if (!seen.mayRestore) throw new Rejection('conjuration_edit_forbidden')
  const before = await run.stateOf(conjurations, conjurationId)
  if (before.campaignId !== state.campaignId) throw new Rejection('changed_since')
  if (before.deletedIn !== null) await restore(run, run, conjurationId, before.deletedIn)
  if (toItsFolder) await putBack(run, then)

  const { exists } = await run.stateOf(texts, conjurationId)
  const { name, tags, description } = state
  const data = { conjurationId, revision, name, tags: [...tags], ...(exists ? {} : { description }) }
  await run.send(conjurations, conjurationId, { type: 'RestoreConjurationVersion', data })

  if (exists) await restoreText(run, looking, conjurationId, description)
  for (const segment of await sawSegments(looking, then)) {
    await restoreSegment(run, conjurationId, segment)
    if (segment.type === 'STORY') await restoreText(run, looking, segment.id)
  }
}

/** Moves lore back to its former folder, if that still exists. */
async function putBack(run: Run, { id: conjurationId, state: { collectionId, campaignId } }: Found) {
  const now = await run.stateOf(conjurations, conjurationId)
  if (now.collectionId === collectionId || campaignId === null) return
  if (collectionId !== null && !isThere(await run.stateOf(collections, campaignId), collectionId)) return
  await run.send(conjurations, conjurationId, {
    type: 'MoveConjuration',
    item: 'back',
    data: { conjurationId, collectionId },
  })
}

async function restoreSegment(
  run: Run,
  conjurationId: string,
  { id: segmentId, title }: { id: string; title: string },
) {
  const { segments } = await run.stateOf(conjurations, conjurationId)
  const now = segments.find(({ id }) => id === segmentId)
  const of = { conjurationId, segmentId }
  if (now && now.deletedIn !== null) {
    const data = { ...of, operationId: now.deletedIn }
    await run.send(conjurations, conjurationId, { type: 'RestoreSegment', data, item: segmentId })
  }
  if (now && now.title !== title && title !== '')
    await run.send(conjurations, conjurationId, { type: 'RetitleSegment', data: { ...of, title }, item: segmentId })
}

/** Sends one change from the present text to the former one; restored words keep their first author. */
async function restoreText(run: Run, { store, position }: Looking, textId: string, plain = ''): Promise<void> {
  const now = await run.stateOf(texts, textId)
  if (!now.exists) return
  const { state: then } = await stateAt(store, texts, textId, position)
  const marked = then.exists ? markedOf(then) : opsOf(plain)
  const { ops, by } = changeInto(markedOf(now), marked, then.authors)
  if (ops.length === 0) return
  const who = { textId, changeId: derivedId(run.operationId, textId), userId: run.userId }
  const data = { ...who, base: now.revision, ops, undoes: [], by: boundedRuns(by) }
  await run.send(texts, textId, { type: 'ChangeText', data })
}
