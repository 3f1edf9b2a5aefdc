import { z } from 'zod'
import {
  type generationEvents,
  WrittenText,
  writingFailedMessage,
  writingTimedOutMessage,
} from '#domain/generations.ts'
import { OmittedSource, UsedSource } from '#domain/writings.ts'
import { view } from './view.ts'

export const GenerationStatus = z.enum(['QUEUED', 'WRITING', 'WRITTEN', 'COMPLETED', 'FAILED', 'CANCELLED'])

/** A generation from a template, as its requester follows it. `conjurationId` is of the resulting lore. */
export const GenerationRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  campaignId: z.uuid().nullable(),
  collectionId: z.uuid().nullable(),
  conjurationId: z.uuid().nullable(),
  templateId: z.uuid(),
  templateName: z.string(),
  status: GenerationStatus,
  errorMessage: z.string().nullable(),
  cost: z.int(),
  imageCost: z.int(),
  /** Set once the picture is requested. */
  imageId: z.uuid().nullable(),
  title: z.string(),
  texts: z.array(WrittenText),
  /** The provider and model that wrote it. */
  madeBy: z.string().nullable(),
  model: z.string().nullable(),
  used: z.array(UsedSource),
  omitted: z.array(OmittedSource),
  inputTokens: z.int(),
  outputTokens: z.int(),
  marks: z.array(z.string()),
  requestedAt: z.string(),
  startedAt: z.string().nullable(),
  writtenAt: z.string().nullable(),
  endedAt: z.string().nullable(),
})
export type GenerationRow = z.infer<typeof GenerationRow>

const failed = (message: string, at: string) => ({ status: 'FAILED' as const, errorMessage: message, endedAt: at })

export const generationsView = view(GenerationRow)<typeof generationEvents>({
  table: 'generations',
  on: {
    GenerationRequested: (
      { generationId: id, userId, campaignId, place, templateId, templateName, cost, picture },
      { at: requestedAt },
    ) => ({
      put: {
        id,
        userId,
        campaignId,
        templateId,
        templateName,
        cost,
        requestedAt,
        collectionId: place?.collectionId ?? null,
        conjurationId: place?.conjurationId ?? null,
        imageCost: picture?.cost ?? 0,
        status: 'QUEUED',
        errorMessage: null,
        imageId: null,
        title: '',
        texts: [],
        madeBy: null,
        model: null,
        used: [],
        omitted: [],
        marks: [],
        inputTokens: 0,
        outputTokens: 0,
        startedAt: null,
        writtenAt: null,
        endedAt: null,
      },
    }),
    GenerationStarted: ({ generationId: id }, { at: startedAt }) => ({
      update: { status: 'WRITING', startedAt },
      where: { id },
    }),
    GenerationWritten: (
      {
        generationId: id,
        title,
        texts,
        madeBy,
        model,
        used,
        omitted,
        marks,
        usage: { input: inputTokens, output: outputTokens },
      },
      { at: writtenAt },
    ) => ({
      update: {
        status: 'WRITTEN',
        title,
        texts,
        madeBy,
        model,
        used,
        omitted,
        marks,
        inputTokens,
        outputTokens,
        writtenAt,
      },
      where: { id },
    }),
    GenerationCompleted: ({ generationId: id, imageId }, { at: endedAt }) => ({
      update: { status: 'COMPLETED', imageId, endedAt },
      where: { id },
    }),
    GenerationFailed: ({ generationId: id, message }, { at }) => ({
      update: failed(message || writingFailedMessage, at),
      where: { id },
    }),
    GenerationFiltered: ({ generationId: id, message }, { at }) => ({
      update: failed(message || writingFailedMessage, at),
      where: { id },
    }),
    GenerationTimedOut: ({ generationId: id }, { at }) => ({
      update: failed(writingTimedOutMessage, at),
      where: { id },
    }),
    GenerationCancelled: ({ generationId: id }, { at: endedAt }) => ({
      update: { status: 'CANCELLED', endedAt },
      where: { id },
    }),
  },
})
