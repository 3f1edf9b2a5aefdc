import { z } from 'zod'
import { accessRow } from './access-row.ts'
import { type Decider, type Refusals, Rejection } from './decider.ts'
import { erasable, keyOwnerOf } from './erasable.ts'
import { type Kind, toEmptyList, toNull } from './kind.ts'
import { text } from './text.ts'

/** A text requested from a model, from the request to its receipt. Its later changes in a page belong to the page's own stream. */

export const promptLimit = 10_000
export const contextLimit = 50

export const WritingPrompt = text(promptLimit).trim().min(1, 'Please say what is to be written')
export const WritingPurpose = z.enum(['text', 'structure', 'template', 'answer'])

const writingId = z.uuid()

/** Context that the requester selects: never more than they may see. */
export const WritingContext = z.object({
  /** The lore item that the text is for. */
  targetConjurationId: z.uuid().nullable().default(null),
  conjurationIds: z.array(z.uuid()).max(contextLimit).default([]),
  fileIds: z.array(z.uuid()).max(contextLimit).default([]),
  /** Adds the campaign's description and its recently changed lore. */
  campaign: z.boolean().default(false),
  /** Adds sessions of the Story Vault that are relevant to the prompt. */
  storyVault: z.boolean().default(false),
})
export type WritingContext = z.infer<typeof WritingContext>

/** Lore, a file, a transcript or the campaign itself, as it was when it was read. */
const Source = { kind: z.enum(['lore', 'file', 'campaign', 'transcript']), id: z.uuid() }
export const UsedSource = z.object({
  ...Source,
  revision: z.int().nullable(),
  /** The section of the lore that it is from; absent for its description. */
  segmentId: z.uuid().optional(),
})
export type UsedSource = z.infer<typeof UsedSource>
/** `rights`: the requester may not see it; `budget`: earlier context filled the prompt; `kind`: it is no text. */
export const OmittedSource = z.object({ ...Source, why: z.enum(['rights', 'budget', 'kind']) })
export type OmittedSource = z.infer<typeof OmittedSource>

export const WritingFailure = z.enum([
  ...(['slow', 'cut_off', 'filtered', 'busy', 'unusable', 'refused', 'misconfigured', 'failed'] as const),
])

const requested = {
  writingId,
  userId: z.uuid(),
  campaignId: z.uuid(),
  /** The content of the page that it is written for; null without a page. */
  segmentId: z.uuid().nullable(),
  purpose: WritingPurpose,
  /** The conversation of an answer; absent for other purposes. */
  conversationId: z.uuid().optional(),
  /** True if the request waits for the text; otherwise a job writes it. */
  isAwaited: z.boolean(),
  ...WritingContext.shape,
}
const tokens = z.int().min(0)
const finished = {
  writingId,
  provider: z.string().max(100),
  model: z.string().max(200),
  madeBy: z.string().max(300),
  inputTokens: tokens,
  outputTokens: tokens,
  /** Credits. */
  cost: z.int().min(0),
  used: z.array(UsedSource).max(200),
  omitted: z.array(OmittedSource).max(200),
  /** Marks by which the text model recognises sources that it used before. */
  marks: z.array(z.string().max(12)).max(1_000),
}
const failed = { writingId, failure: WritingFailure, inputTokens: tokens, outputTokens: tokens }

/** Characters of a stored text: an answer is stored with the ids of all that it is based on. */
const storedTextLimit = 300_000

const commands = {
  RequestWriting: z.object({ ...requested, prompt: WritingPrompt }),
  FinishWriting: z.object({ ...finished, text: z.string().max(storedTextLimit) }),
  FailWriting: z.object({ ...failed, message: z.string().max(500), text: z.string().max(storedTextLimit).optional() }),
  /** Stops the text at its user's request; the part that was written is stored. */
  StopWriting: z.object({ writingId, text: z.string().max(storedTextLimit) }),
  /** The text was inserted into its page. */
  InsertWriting: z.object({ writingId }),
}

export const writingEvents = {
  WritingRequested: z.object({ ...requested, prompt: erasable(z.string()) }),
  WritingFinished: z.object({ ...finished, text: erasable(z.string()) }),
  /** `text` is the part of an answer that was written before the failure. */
  WritingFailed: z.object({ ...failed, message: z.string(), text: erasable(z.string()).optional() }),
  WritingStopped: z.object({ writingId, text: erasable(z.string()) }),
  WritingInserted: z.object({ writingId }),
}

type Request = z.infer<typeof writingEvents.WritingRequested>
interface Writing {
  status: 'none' | 'requested' | 'finished' | 'failed' | 'stopped'
  request: Request | null
  text: string
  failure: z.infer<typeof WritingFailure> | null
  isInserted: boolean
}

export const writings: Decider<typeof commands, typeof writingEvents, Writing> = {
  category: 'writings',
  keyOwner: ({ request }) =>
    request?.conversationId
      ? `conversation:${request.conversationId}`
      : keyOwnerOf(request?.campaignId ?? null, request?.userId ?? ''),
  isInPerson: ({ request }) => request?.purpose === 'answer',
  commands,
  events: writingEvents,
  initial: { status: 'none', request: null, text: '', failure: null, isInserted: false },

  decide: {
    RequestWriting({ status, request }, data) {
      if (request && request.userId !== data.userId) throw new Rejection('id_taken')
      return status === 'none' ? [{ type: 'WritingRequested', data }] : []
    },
    FinishWriting: ({ status }, data) => (status === 'requested' ? [{ type: 'WritingFinished', data }] : []),
    FailWriting: ({ status }, data) => (status === 'requested' ? [{ type: 'WritingFailed', data }] : []),
    StopWriting: ({ status }, data) => (status === 'requested' ? [{ type: 'WritingStopped', data }] : []),
    InsertWriting({ status, isInserted }, data) {
      if (status !== 'finished') throw new Rejection('writing_not_found')
      return isInserted ? [] : [{ type: 'WritingInserted', data }]
    },
  },

  evolve: {
    WritingRequested: (none, request) => ({ ...none, status: 'requested', request }),
    WritingFinished: (writing, { text }) => ({ ...writing, status: 'finished', text }),
    WritingFailed: (writing, { failure, text = '' }) => ({ ...writing, status: 'failed', failure, text }),
    WritingStopped: (writing, { text }) => ({ ...writing, status: 'stopped', text }),
    WritingInserted: (writing) => ({ ...writing, isInserted: true }),
  },
}

const name = (plan: string | number | undefined) => (plan === 'PRO' ? 'Pro' : plan === 'BASIC' ? 'Basic' : 'Free')

export const writingRefusals = {
  writing_not_found: [404, 'This text does not exist, or you may not see it.'],
  writing_limit: [
    429,
    ({ limit, plan, minutes }) =>
      `You have asked for ${limit} texts within an hour, as many as the ${name(plan)} plan has. You can ask again in ${minutes} min.`,
  ],
  writing_slow: [504, 'Writing took too long. Please try again, or ask for less.'],
  writing_cut_off: [502, 'The text ended before it was whole. Please try again.'],
  writing_filtered: [422, "The provider's content filter stopped this text. Please change the prompt and try again."],
  writing_busy: [503, 'The text model is busy. Please try again in a moment.'],
  writing_unusable: [502, 'The answer was not what was asked for. Please try again.'],
  writing_refused: [422, 'The text model could not work with this request. Please change it and try again.'],
  writing_misconfigured: [503, 'Texts cannot be written here right now. Whoever runs this server has been told.'],
  writing_failed: [502, 'Something went wrong generating text. Please try again.'],
} as const satisfies Refusals

export const writingsKind = {
  events: writingEvents,
  refusals: writingRefusals,
  references: {
    // The requester may see less than at the time of the request, and may have named ids that they never saw.
    WritingRequested: {
      segmentId: toNull,
      targetConjurationId: toNull,
      conjurationIds: toEmptyList,
      fileIds: toEmptyList,
    },
    WritingFinished: { used: toEmptyList, omitted: toEmptyList },
  },
  access: {
    // A request and its result are the requester's alone until they insert it into a page.
    WritingRequested: ({ writingId: id, userId: ownerId, campaignId, purpose }) =>
      purpose === 'answer'
        ? accessRow({ id, ownerId, campaignId, isInPerson: true })
        : accessRow({ id, ownerId, campaignId, visibility: 'PRIVATE' }),
  },
} as const satisfies Kind<typeof writingEvents>
