import { z } from 'zod'
import { Visibility } from './access.ts'
import { accessRow } from './access-row.ts'
import { type Decider, type MessageOf, type Refusals, Rejection } from './decider.ts'
import { erasable, keyOwnerOf } from './erasable.ts'
import { type Kind, toEmptyList, toNull } from './kind.ts'
import { WrittenAttributes } from './template-attributes.ts'
import { text } from './text.ts'
import { OmittedSource, UsedSource } from './writings.ts'

const generationId = z.uuid()
const userId = z.uuid()
const holdId = z.uuid()

/** Cost of generating texts from a template, regardless of its picture; in credits. */
export const writingCost = 2
/** Default cost of a picture without a chosen model; in credits. */
export const defaultImageCost = 5
/** Text generation times out after this long. */
export const writingDeadlineMs = 180_000
export const guidanceLimit = 2000
export const guidanceContextLimit = 20

export const Guidance = text(guidanceLimit)

/**
 * The accompanying picture. Its credits are held together with those of the texts; it is requested once the lore
 * exists.
 */
const Picture = z.object({ imageId: z.uuid(), holdId, cost: z.int().min(0), modelId: z.uuid() })

const Request = z.object({
  generationId,
  userId,
  campaignId: z.uuid().nullable(),
  /** Location of the new lore; null if only texts are requested. */
  place: z.object({ conjurationId: z.uuid(), collectionId: z.uuid().nullable(), visibility: Visibility }).nullable(),
  templateId: z.uuid(),
  /** The template's name at the time of the request. */
  templateName: erasable(z.string()),
  tags: erasable(z.array(z.string())),
  /** Attributes with their placeholders in brackets filled in. */
  attributes: erasable(WrittenAttributes),
  guidance: erasable(Guidance),
  /** Answers to the placeholders in brackets, already filled in above; absent from older requests. */
  answers: erasable(z.array(z.object({ name: z.string(), value: z.string() }))).optional(),
  /** Lore referenced as context. The parts that the requester may see when the texts are written are included. */
  guidanceContext: z.array(z.uuid()).max(guidanceContextLimit),
  holdId,
  cost: z.int().min(0),
  picture: Picture.nullable(),
})
export type GenerationRequest = z.infer<typeof Request>

export const WrittenText = z.object({ name: z.string(), text: z.string() })
export type WrittenText = z.infer<typeof WrittenText>

/** The generated texts, their sources and their model. */
const written = {
  title: erasable(z.string()),
  texts: erasable(z.array(WrittenText)),
  madeBy: z.string(),
  model: z.string(),
  /** Sources that went in, as read at that time, and referenced ones that were omitted. */
  used: z.array(UsedSource),
  omitted: z.array(OmittedSource),
  usage: z.object({ input: z.int(), output: z.int() }),
  /** Marks by which the text model recognises sources that it used before. */
  marks: z.array(z.string().max(12)).max(1_000),
}

const commands = {
  RequestGeneration: Request,
  StartGeneration: z.object({ generationId }),
  RecordTexts: z.object({ generationId, ...written }),
  FailGeneration: z.object({ generationId, message: z.string() }),
  FilterGeneration: z.object({ generationId, message: z.string() }),
  TimeOutGeneration: z.object({ generationId }),
  CancelGeneration: z.object({ generationId }),
  /** Sent before credits that no generation used may be released. */
  LapseHold: z.object({ generationId, holdId }),
  /** The lore exists and its picture is requested. */
  CompleteGeneration: z.object({ generationId, imageId: z.uuid().nullable() }),
}

const outcome = { generationId, userId, holdId }

export const generationEvents = {
  GenerationRequested: Request,
  GenerationStarted: z.object({ generationId }),
  GenerationWritten: z.object({ ...outcome, ...written }),
  GenerationFailed: z.object({ ...outcome, message: erasable(z.string()) }),
  GenerationFiltered: z.object({ ...outcome, message: erasable(z.string()) }),
  GenerationTimedOut: z.object(outcome),
  GenerationCancelled: z.object(outcome),
  /** Rules out that a generation uses these credits, so that they can be released. */
  GenerationHoldLapsed: z.object({ generationId, holdId }),
  GenerationCompleted: z.object({ generationId, imageId: z.uuid().nullable() }),
}

export const writingFailedMessage = 'The text could not be written. Its credits came back. Please try again.'
export const writingTimedOutMessage = 'Writing took longer than 3 minutes and was stopped. Its credits came back.'

interface Generation {
  status: 'none' | 'queued' | 'writing' | 'written' | 'ended' | 'completed'
  request: GenerationRequest | null
  texts: { title: string; texts: readonly WrittenText[] } | null
  /** Outcome of the credit holds: `used`, or `lapsed`, which cancels the generation. A hold never has both. */
  holds: Readonly<Record<string, 'used' | 'lapsed'>>
}

type Events = MessageOf<typeof generationEvents>[]

/** True if the texts are not generated yet. */
export const isAwaited = ({ status }: Pick<Generation, 'status'>): boolean =>
  status === 'queued' || status === 'writing'

/** Ends a pending generation once, since a model may answer late, twice or never. */
const ends = (
  generation: Generation,
  event: (outcome: { generationId: string; userId: string; holdId: string }) => Events[number],
): Events => {
  const { request } = generation
  if (!request || !isAwaited(generation)) return []
  return [event({ generationId: request.generationId, userId: request.userId, holdId: request.holdId })]
}

/**
 * A generation from a template, from the request to the lore. One hold pays its texts and ends here; another pays its
 * picture and ends in the picture's own stream.
 */
export const generations: Decider<typeof commands, typeof generationEvents, Generation> = {
  category: 'generations',
  keyOwner: ({ request }) => keyOwnerOf(request?.campaignId ?? null, request?.userId ?? ''),
  commands,
  events: generationEvents,
  initial: { status: 'none', request: null, texts: null, holds: {} },

  decide: {
    RequestGeneration({ status, holds }, data): Events {
      if (status !== 'none') return []
      if (data.holdId in holds) throw new Rejection('request_lapsed')
      return [{ type: 'GenerationRequested', data }]
    },

    StartGeneration: ({ status }, data): Events => (status === 'queued' ? [{ type: 'GenerationStarted', data }] : []),

    RecordTexts: (generation, data): Events =>
      ends(generation, (outcome) => ({ type: 'GenerationWritten', data: { ...data, ...outcome } })),

    FailGeneration: (generation, { message }): Events =>
      ends(generation, (outcome) => ({ type: 'GenerationFailed', data: { ...outcome, message } })),

    FilterGeneration: (generation, { message }): Events =>
      ends(generation, (outcome) => ({ type: 'GenerationFiltered', data: { ...outcome, message } })),

    TimeOutGeneration: (generation): Events =>
      ends(generation, (outcome) => ({ type: 'GenerationTimedOut', data: outcome })),

    CancelGeneration(generation): Events {
      if (generation.status === 'none') throw new Rejection('generation_not_found')
      return ends(generation, (outcome) => ({ type: 'GenerationCancelled', data: outcome }))
    },

    LapseHold: ({ holds }, data): Events => (data.holdId in holds ? [] : [{ type: 'GenerationHoldLapsed', data }]),

    CompleteGeneration: ({ status }, data): Events =>
      status === 'written' ? [{ type: 'GenerationCompleted', data }] : [],
  },

  evolve: {
    GenerationRequested: ({ holds }, request) => ({
      status: 'queued',
      request,
      texts: null,
      holds: { ...holds, [request.holdId]: 'used' },
    }),
    GenerationStarted: (generation) => ({ ...generation, status: 'writing' }),
    GenerationWritten: (generation, { title, texts }) => ({
      ...generation,
      status: 'written',
      texts: { title, texts },
    }),
    GenerationFailed: (generation) => ({ ...generation, status: 'ended' }),
    GenerationFiltered: (generation) => ({ ...generation, status: 'ended' }),
    GenerationTimedOut: (generation) => ({ ...generation, status: 'ended' }),
    GenerationCancelled: (generation) => ({ ...generation, status: 'ended' }),
    GenerationHoldLapsed: (generation, { holdId }) => ({
      ...generation,
      holds: { ...generation.holds, [holdId]: 'lapsed' },
    }),
    GenerationCompleted: (generation) => ({ ...generation, status: 'completed' }),
  },
}

export const generationRefusals = {
  generation_not_found: [404, 'There is no such request, or you may not see it.'],
  generation_failed: [502, ({ message }) => `${message}`],
} as const satisfies Refusals

export const generationsKind = {
  events: generationEvents,
  refusals: generationRefusals,
  references: {
    // The requester may no longer see it.
    GenerationRequested: { place: toNull, guidanceContext: toEmptyList },
    GenerationWritten: { used: toEmptyList, omitted: toEmptyList },
    GenerationCompleted: { imageId: toNull },
  },
  access: {
    GenerationRequested: ({ generationId: id, userId: ownerId }) =>
      accessRow({ id, ownerId, campaignId: null, visibility: 'PRIVATE' }),
  },
} as const satisfies Kind<typeof generationEvents>
