import { collections, isThere } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import type { Ops } from '#domain/deltas.ts'
import { type GenerationRequest, generationEvents, generations, type WrittenText } from '#domain/generations.ts'
import { maxSeed, promptLimit } from '#domain/image-sizes.ts'
import { type ImageRequest, imageEvents, images } from '#domain/images.ts'
import { templates } from '#domain/templates.ts'
import { wordsOnly } from '#richtext/from-markdown.ts'
import { giveBackUnused } from '../commands/credits/paid-work.ts'
import { generatedSegmentId } from '../commands/generated-segment-id.ts'
import { paidImages } from '../commands/images/paid-images.ts'
import { beginText } from '../commands/segments/texts.ts'
import type { Sender } from '../http/act.ts'
import { readMarkdown } from '../providers/read-markdown.ts'
import { InputRefused, type UntrustedInput } from '../providers/untrusted-input.ts'
import { type Reaction, reactor } from './reactor.ts'

/** The name of an image model by its id. */
type NameOf = (modelId: string) => string

interface Deps {
  nameOf: NameOf
  untrusted: Pick<UntrustedInput, 'run'>
}

/** Texts that cannot be parsed as Markdown in time are stored as plain text, since they are paid for. */
const readText = ({ untrusted }: Deps, markdown: string): Promise<Ops> =>
  readMarkdown(untrusted, { markdown }).then(
    ({ ops }) => ops,
    (error: unknown) => {
      if (error instanceof InputRefused) return wordsOnly(markdown)
      throw error
    },
  )

type Texts = { title: string; texts: readonly WrittenText[] }

/**
 * Creates the lore with a text segment for each attribute in the requested folder, or at the root if that folder was
 * deleted.
 */
const make = async (
  { generationId, userId, campaignId, tags, place }: GenerationRequest,
  { title, texts }: Texts,
  { stateOf, dispatch }: Reaction,
  deps: Deps,
) => {
  if (!place) return
  const { conjurationId, visibility } = place
  const isGone =
    place.collectionId !== null &&
    (campaignId === null || !isThere(await stateOf(collections, campaignId), place.collectionId))
  const where = { campaignId, collectionId: isGone ? null : place.collectionId, visibility }
  const content = { name: title, description: '', tags }
  const data = { conjurationId, userId, ...where, ...content, copyOf: null }
  await dispatch(conjurations, conjurationId, { type: 'CreateConjuration', data }, 'initiator')
  const act: Sender = { userId, send: (...sent) => dispatch(...sent, 'initiator') }
  // Creates the texts before the segments, so that each is available as soon as a segment is visible.
  for (const [n, { text }] of texts.entries())
    await beginText(act, {
      conjurationId,
      campaignId,
      textId: generatedSegmentId(generationId, n),
      ops: await readText(deps, text),
    })
  const segments = texts.map(({ name }, n) => {
    const segmentId = generatedSegmentId(generationId, n)
    const segment = { conjurationId, segmentId, type: 'STORY', title: name, sortOrder: n, isForDms: false } as const
    return { type: 'AddSegment', data: segment, item: segmentId } as const
  })
  if (segments.length > 0) await dispatch(conjurations, conjurationId, segments, 'initiator')
}

/** Requests the picture with the credits held for it; from then on it is processed like any other picture. */
const picture = async (
  request: GenerationRequest,
  texts: Texts,
  nameOf: NameOf,
  { dispatch }: Reaction,
): Promise<string | null> => {
  const { userId, campaignId, generationId, place, picture } = request
  if (!picture) return null
  const { imageId, holdId, cost, modelId } = picture
  const data: ImageRequest = {
    imageId,
    userId,
    campaignId,
    holdId,
    cost,
    modelId,
    conjurationId: place?.conjurationId ?? null,
    requestId: generationId,
    modelName: nameOf(modelId),
    type: 'IMAGE',
    prompt: [texts.title, ...texts.texts.map(({ text }) => text)].join('. ').replace(/\s+/g, ' ').slice(0, promptLimit),
    negativePrompt: '',
    stylePreset: null,
    width: 1024,
    height: 1024,
    seed: Number.parseInt(imageId.slice(0, 8), 16) % (maxSeed + 1),
    nsfw: false,
    reference: null,
  }
  try {
    await dispatch(images, imageId, { type: 'RequestImage', data }, 'initiator')
    return imageId
  } catch (error) {
    // The credits were released in the meantime, so the lore stays without a picture.
    if (error instanceof Rejection) return null
    throw error
  }
}

/**
 * Turns generated texts into lore and requests its picture. Each step is decided by its own stream, so that the job can
 * be repeated.
 */
export const makeGeneratedLore = (deps: Deps) =>
  reactor(generationEvents, {
    name: 'make-generated-lore',
    attempts: 25,
    on: {
      async GenerationWritten({ generationId }, reaction) {
        const { request, texts } = await reaction.stateOf(generations, generationId)
        if (!request || !texts) return
        await make(request, texts, reaction, deps)
        const imageId = await picture(request, texts, deps.nameOf, reaction)
        const { templateId } = request
        await reaction.dispatch(templates, templateId, { type: 'CountTemplateUse', data: { templateId } })
        const data = { generationId, imageId }
        await reaction.dispatch(generations, generationId, { type: 'CompleteGeneration', data }, 'initiator')
      },
    },
  })

/** Releases the credits held for the picture: without texts there is no lore, and so no picture of it. */
const giveBack = async ({ generationId }: { generationId: string }, { stateOf, dispatch: send }: Reaction) => {
  const { request } = await stateOf(generations, generationId)
  if (!request?.picture) return
  const { userId, picture } = request
  const hold = { userId, holdId: picture.holdId, streamId: picture.imageId }
  await giveBackUnused({ send, stateOf }, paidImages, hold)
}

export const giveBackPictures = reactor(generationEvents, {
  name: 'give-back-generated-pictures',
  attempts: 25,
  on: {
    GenerationFailed: giveBack,
    GenerationFiltered: giveBack,
    GenerationTimedOut: giveBack,
    GenerationCancelled: giveBack,
  },
})

/** Makes the generated picture the primary one of its lore. */
export const showGeneratedPictures = reactor(imageEvents, {
  name: 'show-generated-pictures',
  attempts: 25,
  on: {
    async ImageGenerated({ imageId }, { stateOf, dispatch }) {
      const { request, conjurationId } = await stateOf(images, imageId)
      if (!request || conjurationId === null) return
      const { request: generation } = await stateOf(generations, request.requestId)
      if (generation?.picture?.imageId !== imageId) return
      const { primaryImageId } = await stateOf(conjurations, conjurationId)
      if (primaryImageId !== null) return
      const data = { conjurationId, imageId }
      await dispatch(conjurations, conjurationId, { type: 'SetPrimaryImage', data }, 'initiator')
    },
  },
})
