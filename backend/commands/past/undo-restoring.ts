import type pg from 'pg'
import { byId } from '#domain/by-id.ts'
import { type collectionEvents, collections } from '#domain/collections.ts'
import { type conjurationEvents, conjurations } from '#domain/conjurations.ts'
import { type Decider, Rejection, type Schemas } from '#domain/decider.ts'
import { subjectOf } from '#domain/metadata.ts'
import { can } from '#domain/rights.ts'
import type { segmentEvents } from '#domain/segments.ts'
import { boundedRuns, changeInto } from '#domain/text-authors.ts'
import type { textEvents } from '#domain/text-events.ts'
import { markedOf, texts } from '#domain/texts.ts'
import { accessesTo } from '../../http/policy.ts'
import { uneditableConjuration } from '../../policies/items.ts'
import type { Reads } from '../../queries/past/state-at.ts'
import { derivedId } from '../ids.ts'
import type { Deed, Run } from '../operations/perform.ts'
import { statesAround } from '../state-before.ts'

interface Deps {
  pool: pg.Pool
  store: Reads
}
type Undo = (run: Run, deps: Deps, deed: Deed) => Promise<void>

/** The states before and after an event, and the present state. */
const around = async <C extends Schemas, E extends Schemas, S>(deps: Deps, decider: Decider<C, E, S>, deed: Deed) =>
  statesAround(deps.store, decider, deed.stream, deed.revision)

const refuseUneditable = async (run: Run, { pool }: Deps, id: string) => {
  const [access] = await accessesTo(pool, [id])
  const refusal = uneditableConjuration(await run.viewer(), access)
  if (refusal) throw new Rejection(refusal)
}

type FolderUndo = (run: Run, collectionId: string, campaignId: string, deps: Deps, deed: Deed) => Promise<unknown>

/**
 * Undoes a change of a folder, if the initiator may make that change now: their rights may have ended after the
 * restoration.
 */
const folder =
  (ability: 'arrange' | 'deleteFolder', undo: FolderUndo): Undo =>
  async (run, deps, deed) => {
    const [access] = await accessesTo(deps.pool, [deed.item])
    if (!access || !can(await run.viewer(), ability, access)) throw new Rejection('collection_forbidden')
    await undo(run, deed.item, subjectOf(deed.stream), deps, deed)
  }

/** Undoes each kind of change that a restoration makes, latest first; things changed since stay as they are. */
export const undoings: Readonly<Record<string, Undo>> = {
  async TextChanged(run, deps, deed) {
    const textId = subjectOf(deed.stream)
    await refuseUneditable(run, deps, textId)
    const { before, after } = await around(deps, texts, deed)
    const { ops, by } = changeInto(markedOf(after), markedOf(before), before.authors)
    const who = { textId, changeId: derivedId(run.operationId, textId, 'undone'), userId: run.userId }
    const data = { ...who, base: after.revision, ops, undoes: [], by: boundedRuns(by) }
    if (ops.length > 0) await run.send(texts, textId, { type: 'ChangeText', data })
  },

  async ConjurationVersionRestored(run, deps, deed) {
    const conjurationId = subjectOf(deed.stream)
    await refuseUneditable(run, deps, conjurationId)
    const { before, after, now } = await around(deps, conjurations, deed)
    const { exists } = await run.stateOf(texts, conjurationId)
    const isSame = now.name === after.name && String(now.tags) === String(after.tags)
    if (!isSame) throw new Rejection('changed_since')
    const { name, tags, description } = before
    const data = { conjurationId, revision: Math.max(deed.revision - 1, 0), name, tags: [...tags] }
    const command = { ...data, ...(exists ? {} : { description }) }
    await run.send(conjurations, conjurationId, { type: 'RestoreConjurationVersion', data: command })
  },

  async SegmentRetitled(run, deps, deed) {
    const [conjurationId, segmentId] = [subjectOf(deed.stream), deed.item]
    await refuseUneditable(run, deps, conjurationId)
    const { before } = await around(deps, conjurations, deed)
    const title = before.segments.find(({ id }) => id === segmentId)?.title
    const data = { conjurationId, segmentId, title: title ?? '' }
    if (title) await run.send(conjurations, conjurationId, { type: 'RetitleSegment', data, item: segmentId })
  },

  async SegmentRestored(run, deps, deed) {
    const [conjurationId, segmentId] = [subjectOf(deed.stream), deed.item]
    await refuseUneditable(run, deps, conjurationId)
    const data = { conjurationId, segmentId, operationId: run.operationId }
    await run.send(conjurations, conjurationId, { type: 'DeleteSegment', data, item: segmentId })
  },

  async ConjurationMoved(run, deps, deed) {
    const conjurationId = subjectOf(deed.stream)
    await refuseUneditable(run, deps, conjurationId)
    const { before, after, now } = await around(deps, conjurations, deed)
    if (now.collectionId !== after.collectionId) throw new Rejection('changed_since')
    const data = { conjurationId, collectionId: before.collectionId }
    await run.send(conjurations, conjurationId, { type: 'MoveConjuration', data })
  },

  async ConjurationRestored(run, deps, deed) {
    const conjurationId = subjectOf(deed.stream)
    await refuseUneditable(run, deps, conjurationId)
    const data = { conjurationId, operationId: run.operationId }
    await run.send(conjurations, conjurationId, { type: 'DeleteConjuration', data })
  },

  CollectionRenamed: folder('arrange', async (run, collectionId, campaignId, deps, deed) => {
    const { before } = await around(deps, collections, deed)
    const name = before.folders.flatMap((some) => some?.[collectionId]?.name ?? [])[0]
    const command = { type: 'RenameCollection', data: { collectionId, name: name ?? '' }, item: collectionId } as const
    if (name) await run.send(collections, campaignId, command)
  }),

  CollectionMoved: folder('arrange', async (run, collectionId, campaignId, deps, deed) => {
    const { before, after, now } = await around(deps, collections, deed)
    const [from, to, at] = [before, after, now].map(({ folders }) => byId(folders, collectionId)?.parentId)
    if (from === undefined || at !== to) throw new Rejection('changed_since')
    const data = { collectionId, parentCollectionId: from }
    await run.send(collections, campaignId, { type: 'MoveCollection', data, item: collectionId })
  }),

  CollectionRestored: folder('deleteFolder', (run, collectionId, campaignId) =>
    run.send(collections, campaignId, {
      type: 'DeleteCollection',
      item: collectionId,
      data: { collectionId, operationId: run.operationId },
    }),
  ),
} satisfies Partial<
  Record<keyof (typeof textEvents & typeof conjurationEvents & typeof segmentEvents & typeof collectionEvents), Undo>
>
