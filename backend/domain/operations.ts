import { z } from 'zod'
import { accessRow } from './access-row.ts'
import { type Decider, type MessageOf, type Refusals, Rejection } from './decider.ts'
import { erasable, keyOwnerOf } from './erasable.ts'
import { type Kind, toEmptyList, toNull } from './kind.ts'

const operationId = z.uuid()

/** The kinds of operations. The module that runs a kind defines its arguments and its work. */
export const OperationKind = z.enum([
  'delete-conjurations',
  'move-conjurations',
  'return-conjurations',
  'change-conjurations',
  'copy-collection',
  'delete-images',
  'restore-images',
  'move-images',
  'move-models',
  'restore-from-trash',
  'purge-from-trash',
  'empty-collections',
  'refill-collections',
  'restore-past',
  'copy-past',
  'keep-map-key',
  'import-campaign',
  'export-lore',
  'export-account',
])
export type OperationKind = z.infer<typeof OperationKind>

/** Maximum number of skipped things that are listed; the others are only counted. */
export const namedLimit = 500

/** A skipped thing, with the code of the rule that refused it and the figures for its message. */
export const LeftOut = z.object({
  id: z.uuid(),
  code: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type LeftOut = z.infer<typeof LeftOut>

const outcome = {
  operationId,
  /** Number of things in the requested state. */
  count: z.int().min(0),
  /** Number of skipped things; `skipped` lists the first of them. */
  left: z.int().min(0),
  skipped: z.array(LeftOut).max(namedLimit),
}

export const OperationOutcome = z.object(outcome)
export type OperationOutcome = z.infer<typeof OperationOutcome>

/** The events that each complete one thing, and whether the operation can be undone. Folders are restored from the Trash instead. */
export const operationKinds: Record<OperationKind, { does: readonly string[]; isUndoable: boolean }> = {
  'delete-conjurations': { does: ['ConjurationDeleted'], isUndoable: true },
  'move-conjurations': { does: ['ConjurationMovedToCampaign'], isUndoable: true },
  'return-conjurations': { does: ['ConjurationMovedToCampaign', 'ConjurationCreated'], isUndoable: false },
  'change-conjurations': { does: ['ConjurationVisibilityChanged', 'ConjurationTagged'], isUndoable: true },
  'copy-collection': { does: ['ConjurationCreated'], isUndoable: true },
  'delete-images': { does: ['ImageDeleted'], isUndoable: true },
  'restore-images': { does: ['ImageRestored'], isUndoable: true },
  'move-images': { does: ['ImageMoved'], isUndoable: true },
  'move-models': { does: ['ModelMoved'], isUndoable: true },
  'restore-from-trash': {
    does: [
      ...['ConjurationRestored', 'SegmentRestored', 'ImageRestored', 'CampaignFileRestored'],
      ...['ConjurationRelationshipRestored', 'ModelRestored', 'TranscriptRestored'],
    ],
    isUndoable: false,
  },
  'purge-from-trash': {
    does: ['ImagePurged', 'CampaignFilePurged', 'ModelPurged', 'TranscriptPurged'],
    isUndoable: false,
  },
  'empty-collections': { does: ['ConjurationDeleted', 'ConjurationMoved'], isUndoable: false },
  'refill-collections': { does: ['ConjurationRestored'], isUndoable: false },
  'copy-past': { does: ['ConjurationCreated'], isUndoable: true },
  'restore-past': {
    does: [
      ...['ConjurationRestored', 'ConjurationVersionRestored', 'ConjurationMoved', 'TextChanged'],
      ...['SegmentRestored', 'SegmentRetitled', 'CollectionRestored', 'CollectionRenamed'],
    ],
    isUndoable: true,
  },
  'keep-map-key': { does: ['ConjurationCreated'], isUndoable: true },
  'import-campaign': {
    does: ['ConjurationCreated', 'ImageUploaded', 'ConjurationRelationshipCreated'],
    isUndoable: true,
  },
  /** Nothing in the log changes; undoing it removes its file. */
  'export-lore': { does: [], isUndoable: true },
  'export-account': { does: [], isUndoable: true },
}

const tags = erasable(z.array(z.string()))

const commands = {
  BeginOperation: z.object({
    operationId,
    kind: OperationKind,
    userId: z.uuid(),
    /**
     * The campaign whose DMs see the operation in addition to its initiator; null if its things belong to several
     * campaigns or none.
     */
    campaignId: z.uuid().nullable(),
    /** Number of affected things, if known at the begin. */
    total: z.int().min(0).nullable(),
    /** Tags are written text; all other arguments are ids and settings. */
    arguments: z.looseObject({ addTags: tags.optional(), removeTags: tags.optional() }),
  }),
  EndOperation: OperationOutcome,
  UndoOperation: z.object({ operationId }),
  EndUndo: OperationOutcome,
}

/** The outcome for each thing is in the thing's own stream; these events concern the operation as a whole. */
export const operationEvents = {
  OperationBegun: commands.BeginOperation,
  /** An undo was requested of a running operation, which stops first. */
  OperationCancelled: z.object({ operationId }),
  OperationEnded: OperationOutcome,
  OperationUndoBegun: z.object({ operationId }),
  OperationUndone: OperationOutcome,
}

interface Operation {
  status: 'none' | 'running' | 'cancelled' | 'ended' | 'undoing' | 'undone'
  begun: z.infer<typeof commands.BeginOperation> | null
}

type Events = MessageOf<typeof operationEvents>[]

/** True while the operation continues. */
export const isRunning = ({ status }: Operation): boolean => status === 'running'
/** True until the work of the operation has ended, also while it is about to stop. */
export const isUnfinished = ({ status }: Operation): boolean => status === 'running' || status === 'cancelled'

/** Work that spans streams: it begins, ends, and may be undone. */
export const operations: Decider<typeof commands, typeof operationEvents, Operation> = {
  category: 'operations',
  keyOwner: ({ begun }) => keyOwnerOf(begun?.campaignId ?? null, begun?.userId ?? ''),
  commands,
  events: operationEvents,
  initial: { status: 'none', begun: null },

  decide: {
    BeginOperation: ({ status }, data) => (status === 'none' ? [{ type: 'OperationBegun', data }] : []),

    EndOperation({ status }, data): Events {
      if (status === 'running') return [{ type: 'OperationEnded', data }]
      if (status !== 'cancelled') return []
      const { operationId } = data
      return [
        { type: 'OperationEnded', data },
        { type: 'OperationUndoBegun', data: { operationId } },
      ]
    },

    UndoOperation({ status, begun }, data): Events {
      if (!begun) throw new Rejection('operation_missing')
      if (!operationKinds[begun.kind].isUndoable) throw new Rejection('operation_not_undoable')
      if (status === 'running') return [{ type: 'OperationCancelled', data }]
      return status === 'ended' ? [{ type: 'OperationUndoBegun', data }] : []
    },

    EndUndo: ({ status }, data) => (status === 'undoing' ? [{ type: 'OperationUndone', data }] : []),
  },

  evolve: {
    OperationBegun: (_none, begun) => ({ status: 'running', begun }),
    OperationCancelled: (operation) => ({ ...operation, status: 'cancelled' }),
    OperationEnded: (operation) => ({ ...operation, status: 'ended' }),
    OperationUndoBegun: (operation) => ({ ...operation, status: 'undoing' }),
    OperationUndone: (operation) => ({ ...operation, status: 'undone' }),
  },
}

export const operationRefusals = {
  operation_missing: [404, 'This operation does not exist, or you may not see it.'],
  operation_campaign_gone: [
    404,
    'This was done in a campaign that was deleted since, or that you are no longer part of, so it cannot be taken back. The campaign’s owner can restore it, or invite you again.',
  ],
  operation_not_undoable: [409, 'This cannot be taken back as a whole.'],
  operation_runs: [503, 'This takes longer than usual. It goes on by itself.'],
  changed_since: [409, 'It was changed since.'],
} as const satisfies Refusals

export const operationsKind = {
  events: operationEvents,
  refusals: operationRefusals,
  references: {
    // Its subject may be private, while the DMs of its campaign see the operation.
    OperationBegun: { arguments: toNull },
    OperationEnded: { skipped: toEmptyList },
    OperationUndone: { skipped: toEmptyList },
  },
  access: {
    // The user who began it sees its progress, and so do the DMs of its campaign.
    OperationBegun: ({ operationId: id, userId: ownerId, campaignId }) =>
      accessRow({ id, ownerId, campaignId, visibility: 'DM' }),
  },
} as const satisfies Kind<typeof operationEvents>
