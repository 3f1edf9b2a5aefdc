import { z } from 'zod'
import { type Decider, type Refusals, Rejection } from './decider.ts'
import { growthOf, lengthOf, type Op, type Ops } from './deltas.ts'
import { keyOwnerOf } from './erasable.ts'
import { type Kind, toNull } from './kind.ts'
import { type Author, authored, authorsDeletedBy, boundedRuns, runsOf, unmarked } from './text-authors.ts'
import {
  applyChange,
  authorsRestoredBy,
  isOwn,
  lengthAt,
  orInvalid,
  type Recent,
  type RetainedChange,
  transformOverLater,
  withChange,
} from './text-changes.ts'
import { AuthorRun, textEvents } from './text-events.ts'
import { composeLayers, type Layers, withLayer } from './text-fold.ts'
import { emptyText, isDocument, lettersOf, type TextKind, textLimits, validate } from './text-formats.ts'
import { mended } from './text-mending.ts'
import { countWords, plainDescription, plainOf } from './text-plain.ts'

const textId = z.uuid()
const userId = z.uuid()
const campaignId = z.uuid().nullable()
const ops = z.array(z.unknown())
const by = z.array(AuthorRun)

const commands = {
  BeginText: z.object({
    textId,
    conjurationId: z.uuid(),
    userId,
    campaignId,
    fromRevision: z.int().nullable().default(null),
    ops,
    by: by.default([]),
  }),
  /**
   * A change based on a revision; `undoes` names the writer's own changes that it reverts. Only the server sets `by`.
   */
  ChangeText: z.object({
    textId,
    changeId: z.uuid(),
    userId,
    base: z.int().min(0),
    ops,
    undoes: z.array(z.int()).max(200).default([]),
    by: by.default([]),
  }),
  MoveText: z.object({ textId, campaignId }),
  SettleText: z.object({ textId, isListed: z.boolean() }),
}

interface Text extends Recent {
  exists: boolean
  textId: string
  conjurationId: string
  userId: string
  campaignId: string | null
  /** Upper bound of the text's size as JSON, in bytes: the sum of all changes. */
  bytes: number
  /** The text with author attributes; `textOf` composes it. */
  layers: Layers
  authors: readonly Author[]
  /** The last settled revision; -1 if there is none. */
  settledRevision: number
  /** ISO time of the last `TextSettled`. */
  settledAt: string | null
  writers: readonly string[]
}
export type TextState = Text

export const kindOf = ({ textId, conjurationId }: Pick<Text, 'textId' | 'conjurationId'>): TextKind =>
  textId === conjurationId ? 'description' : 'story'

/** The composed text with author attributes. */
export const markedOf = ({ layers }: Pick<Text, 'layers'>): Ops => composeLayers(layers)
/** Caches each text without author attributes, keyed by the composed text, so that readers of one revision share it. */
const unmarkedTexts = new WeakMap<Ops, Ops>()

/** The composed text without author attributes. Each call returns a new array of shared operations. */
export const textOf = (text: Pick<Text, 'layers'>): Op[] => {
  const marked = markedOf(text)
  const unmarkedText = unmarkedTexts.get(marked) ?? unmarked(marked)
  unmarkedTexts.set(marked, unmarkedText)
  return [...unmarkedText]
}
/** The authors of a text, as runs. */
export const authorsOf = (text: Pick<Text, 'layers' | 'authors'>): AuthorRun[] => runsOf(markedOf(text), text.authors)

/** True if a text has content before its final newline. */
export const hasContent = ({ length }: Pick<Text, 'length'>): boolean => length > 1

const present = (text: Text): Text => {
  if (!text.exists) throw new Rejection('text_not_found')
  return text
}
const encoder = new TextEncoder()
const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length

/**
 * True if a change adds to a text that then exceeds the maximum event size. The length does not bound the size, since a
 * table counts as one character.
 */
const isTooLarge = (before: Ops, after: Ops, change: Ops): boolean => {
  if (!change.some(({ insert, retain }) => insert !== undefined || typeof retain === 'object')) return false
  const bytes = bytesOf(unmarked(after))
  return bytes > textLimits.bytes && bytes > bytesOf(unmarked(before))
}

/** A text as the sequence of its changes: of a segment, or of lore's description. Several users write concurrently. */
export const texts: Decider<typeof commands, typeof textEvents, Text> = {
  category: 'text',
  keyOwner: ({ campaignId, userId }) => keyOwnerOf(campaignId, userId),
  bytesOf: ({ bytes }) => bytes,
  commands,
  events: textEvents,
  initial: {
    exists: false,
    textId: '',
    conjurationId: '',
    userId: '',
    campaignId: null,
    revision: 0,
    length: 1,
    firstLength: 1,
    bytes: 0,
    layers: [emptyText],
    authors: [],
    changes: [],
    retainedOps: 0,
    settledRevision: -1,
    settledAt: null,
    writers: [],
  },

  decide: {
    BeginText(text, { ops, ...data }) {
      if (text.exists) return []
      const kind = kindOf(data)
      if (!isDocument(ops, kind)) throw new Rejection('text_change_invalid')
      if (bytesOf(ops) > textLimits.bytes) throw new Rejection('text_too_long', { most: lettersOf[kind] - 1 })
      return [{ type: 'TextBegun', data: { ...data, ops: mended(ops) } }]
    },

    ChangeText(text, { base, ops: requestedOps, undoes, by, ...ids }) {
      const { revision, length, changes, authors } = present(text)
      if (changes.some(({ changeId }) => changeId === ids.changeId)) return []
      const kind = kindOf(text)
      if (!validate(requestedOps, lengthAt(text, base), kind)) throw new Rejection('text_change_invalid')
      const bytes = bytesOf(requestedOps)
      if (bytes > textLimits.bytes) throw new Rejection('text_too_long', { most: lettersOf[kind] - 1 })
      return orInvalid(() => {
        const ops = transformOverLater(text, base, requestedOps)
        const growth = growthOf(ops)
        if (growth > 0 && length + growth > lettersOf[kind])
          throw new Rejection('text_too_long', { most: lettersOf[kind] - 1 })
        const marked = markedOf(text)
        const { after, fix } = applyChange(marked, ops)
        if (text.bytes + bytes > textLimits.bytes && isTooLarge(marked, after, ops))
          throw new Rejection('text_too_long', { most: lettersOf[kind] - 1 })
        const restored = by.length > 0 ? by : authorsRestoredBy(text, ids.userId, undoes, ops)
        const lost = ops.some((op) => op.delete !== undefined) ? authorsDeletedBy(marked, ops, authors) : []
        return [
          {
            type: 'TextChanged',
            data: {
              ...ids,
              revision: revision + 1,
              ops,
              ...(fix.length > 0 ? { fix } : {}),
              ...(restored.length > 0 ? { by: restored } : {}),
              ...(isOwn(lost, ids.userId) ? {} : { lost: boundedRuns(lost) }),
            },
          },
        ]
      })
    },

    MoveText(text, { textId, campaignId }) {
      const { campaignId: fromCampaignId } = present(text)
      if (fromCampaignId === campaignId) return []
      const marked = markedOf(text)
      const by = boundedRuns(runsOf(marked, text.authors))
      const data = { textId, campaignId, fromCampaignId, ops: unmarked(marked), by }
      return [{ type: 'TextMoved', data }]
    },

    SettleText(text, { textId, isListed }) {
      const { revision, settledRevision, conjurationId, writers } = present(text)
      if (revision === settledRevision) return []
      const ops = textOf(text)
      const description = kindOf(text) === 'description' ? { description: plainDescription(ops) } : {}
      const words = countWords(plainOf(ops))
      return [
        {
          type: 'TextSettled',
          data: { textId, conjurationId, revision, ...description, words, isListed, writers: [...writers] },
        },
      ]
    },
  },

  evolve: {
    TextBegun(none, { textId, conjurationId, userId, campaignId, ops, by }, happened) {
      const marked = authored([], ops, { userId, at: happened?.at ?? '' }, by)
      const [length, bytes] = [lengthOf(ops), bytesOf(ops)]
      return {
        ...none,
        exists: true,
        textId,
        conjurationId,
        userId,
        campaignId,
        length,
        firstLength: length,
        bytes,
        layers: [marked.ops],
        authors: marked.authors,
      }
    },

    TextChanged(text, { revision, changeId, userId, ops, fix, by, lost }, happened) {
      const at = happened?.at ?? ''
      const change = authored(text.authors, ops, { userId, at }, by)
      const mending = authored(change.authors, fix ?? [], { userId, at })
      const length = text.length + growthOf(ops) + growthOf(fix ?? [])
      const retained: RetainedChange = {
        revision,
        changeId,
        userId,
        at,
        ops,
        length,
        ...(fix ? { fix } : {}),
        ...(lost ? { lost } : {}),
      }
      return {
        ...text,
        ...withChange(text, retained),
        revision,
        length,
        authors: mending.authors,
        bytes: text.bytes + bytesOf(ops) + (fix ? bytesOf(fix) : 0),
        layers: withLayer(withLayer(text.layers, change.ops), mending.ops),
        writers: [...text.writers.filter((one) => one !== userId), userId],
      }
    },

    /** The earlier changes may be erased with their campaign, so the text continues without them. */
    TextMoved(text, { campaignId, ops, by }, happened) {
      const marked = authored([], ops, { userId: text.userId, at: happened?.at ?? '' }, by)
      const [length, bytes] = [lengthOf(ops), bytesOf(ops)]
      return {
        ...text,
        campaignId,
        length,
        firstLength: length,
        bytes,
        changes: [],
        retainedOps: 0,
        settledRevision: -1,
        layers: [marked.ops],
        authors: marked.authors,
      }
    },

    TextSettled: (text, { revision }, happened) => ({
      ...text,
      settledRevision: revision,
      settledAt: happened?.at ?? null,
      writers: [],
    }),
  },
}

export const textRefusals = {
  text_not_found: [404, 'This text is not there.'],
  text_change_invalid: [422, 'This change does not fit the text. Reload the page to see it as it is.'],
  text_too_old: [
    409,
    'Too much has changed in this text since. What you wrote is next to it, so that you can insert it again.',
  ],
  text_changes_gone: [410, 'Changes before that revision are no longer available. Load the text as it is now.'],
  description_is_text: [
    409,
    'Others may have changed this description since. Send the revision that your change is based on, or change it as a text.',
  ],
  text_too_long: [422, ({ most }) => `A text has at most ${Number(most).toLocaleString('en')} letters.`],
  table_too_large: [422, ({ rows, columns }) => `A table has at most ${rows} rows and ${columns} columns.`],
} satisfies Refusals

export const textsKind = {
  events: textEvents,
  refusals: textRefusals,
  references: {
    TextSettled: { conjurationId: toNull },
  },
} as const satisfies Kind<typeof textEvents>
