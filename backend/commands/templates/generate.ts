import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import {
  defaultImageCost,
  type GenerationRequest,
  Guidance,
  generations,
  guidanceContextLimit,
  writingCost,
} from '#domain/generations.ts'
import { costOf } from '#domain/image-models.ts'
import { Receipt } from '#domain/me.ts'
import { attributeLimit, attributePromptLimit, filledIn, type TemplateAttribute } from '#domain/template-attributes.ts'
import { acceptedLimit } from '../../http/accepted-limit.ts'
import { type Act, actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { accessTo, body, memberWhereNamed, param, spendsCredits } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { ownsGeneration } from '../../policies/generations.ts'
import { every } from '../../policies/items.ts'
import { maySeeTemplate } from '../../policies/templates.ts'
import { offeredModels } from '../../queries/images/models.ts'
import { generationOf } from '../../queries/templates/generation-of.ts'
import { libraryOf, visibleTemplate } from '../../queries/templates/visible.ts'
import { refuseMissingCollection } from '../collections/placing.ts'
import { firstVisibility } from '../conjurations/first-visibility.ts'
import { type Hold, holdFor } from '../credits/hold-for.ts'
import type { Dispatcher } from '../dispatch.ts'
import { mayUse, refuseFullFor } from '../images/generate.ts'
import { paidImages } from '../images/paid-images.ts'
import { collectionOrRoot, mayWriteIn } from './may-write-in.ts'
import { paidGenerations } from './paid-generations.ts'

/** Timeout of a request for its texts, in milliseconds. */
const timeoutMs = 40_000

const fields = {
  templateId: uuid('Please select a template'),
  guidance: Guidance.nullish().transform((guidance) => guidance ?? ''),
  /** Mentioned lore; the parts visible to the requester are used as context. */
  guidanceContext: z
    .array(uuid())
    .max(guidanceContextLimit, `At most ${guidanceContextLimit} items can be mentioned`)
    .nullish()
    .transform((ids) => [...new Set(ids ?? [])]),
  /** Values for placeholders of the template that are not names of attributes. */
  values: z
    .record(z.string().max(120), z.string().max(500))
    .refine((values) => Object.keys(values).length <= 4 * attributeLimit)
    .default({}),
}
const Texts = z.object({ ...fields, campaignId: uuid().optional() })
const Lore = z.object({
  ...fields,
  /** Required if the folder is the root. */
  campaignId: uuid('Please select a campaign').optional(),
  generateImage: z.boolean().default(false),
  imageModelId: uuid().nullish(),
})

/**
 * Returns an attribute's prompt with the user's values filled in. Throws a ZodError about `values` if it becomes too
 * long.
 */
const promptWith = (values: z.infer<typeof Texts>['values'], { name, prompt }: TemplateAttribute): string => {
  const filled = filledIn(prompt, values)
  if (filled.length <= attributePromptLimit) return filled
  const message = `With your values, the prompt of “${name}” is longer than ${attributePromptLimit} characters. Please shorten them.`
  throw new z.ZodError([{ code: 'custom', path: ['values'], message, input: values }])
}

/** Holds the credits of the texts and of the picture, all or none, then requests both. Throws `Rejection`. */
export const ask = (
  act: Act,
  handler: Pick<Dispatcher, 'stateOf' | 'afterOutage'>,
  request: GenerationRequest,
): Promise<void> => {
  const { generationId, picture, templateName } = request
  const texts: Hold = {
    work: paidGenerations,
    streamId: generationId,
    id: generationId,
    holdId: request.holdId,
    amount: request.cost,
    label: `Lore from a template: ${templateName}`,
  }
  const image: Hold | null = picture && {
    work: paidImages,
    streamId: picture.imageId,
    id: picture.imageId,
    holdId: picture.holdId,
    amount: picture.cost,
    label: `Image for lore from a template: ${templateName}`,
  }
  const command = { type: 'RequestGeneration', data: request } as const
  const holds = image ? [texts, image] : [texts]
  return holdFor(act, handler, [{ decider: generations, streamId: generationId, command, holds }])
}

/** Generates lore, or only texts, from a template. */
export const generationCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool, limits, generationEnd } = deps
    const limited = acceptedLimit(limits.generation)

    const Accepted = Receipt.extend({ generationId: uuid(), conjuration: z.object({ id: uuid() }) })
    const lore = { params: z.object({ id: collectionOrRoot }), body: Lore, response: { 202: Accepted } }
    const placing = { policy: spendsCredits(every(mayWriteIn, maySeeTemplate(body('templateId')))) }
    app.post(
      '/collections/:id/lore-from-template',
      { config: placing, schema: lore, ...limited },
      async (given, reply) => {
        const act = actOf(given, handler)
        const { generateImage, imageModelId, ...texts } = given.body
        const collectionId = given.params.id === 'root' ? null : given.params.id
        const folder = collectionId === null ? undefined : await accessTo(pool, collectionId)
        const campaignId = folder?.campaignId ?? texts.campaignId ?? null
        await refuseMissingCollection(handler, campaignId, collectionId)
        const where = { userId: act.userId, campaignId, collectionId }
        const visibility = await firstVisibility(deps, where)
        const place = { conjurationId: act.idFor('conjuration'), collectionId, visibility }
        const picture = generateImage ? await choosePicture(deps, act, imageModelId) : null
        if (picture) await refuseFullFor(deps, act.userId, campaignId, 1)
        await ask(act, handler, await buildRequest(pool, act, texts, { campaignId, place, picture }))
        const made = { generationId: act.id, conjuration: { id: place.conjurationId } }
        return reply.code(202).send(receipt(reply, act, made))
      },
    )

    const Written = Receipt.extend({
      generationId: uuid(),
      name: z.string(),
      attributes: z.array(z.object({ name: z.string(), text: z.string() })),
      madeBy: z.string(),
    })
    /**
     * Returned if the texts take longer than the timeout: `GET /conjurations/request/{generationId}` returns them
     * later.
     */
    const Running = Receipt.extend({ generationId: uuid() })
    const texts = { body: Texts, response: { 200: Written, 202: Running } }
    const writing = {
      policy: spendsCredits(every(memberWhereNamed(body('campaignId')), maySeeTemplate(body('templateId')))),
    }
    app.post('/templates/generate', { config: writing, schema: texts, ...limited }, async (given, reply) => {
      const act = actOf(given, handler)
      const { campaignId = null } = given.body
      await ask(act, handler, await buildRequest(pool, act, given.body, { campaignId, place: null, picture: null }))
      const position = await generationEnd(act.id, timeoutMs)
      if (position === undefined) return reply.code(202).send(receipt(reply, act, { generationId: act.id }))
      const row = await generationOf(reading(pool), act.userId, act.id)
      if (!row) throw new Rejection('generation_not_found')
      if (row.madeBy === null) throw new Rejection('generation_failed', { message: row.errorMessage ?? '' })
      void reply.header('event-position', position)
      return { position, generationId: act.id, name: row.title, attributes: row.texts, madeBy: row.madeBy }
    })

    const params = z.object({ id: uuid() })
    const cancel = { params, response: { 200: Receipt } }
    const owning = { policy: ownsGeneration(param('id')) }
    app.post('/conjurations/request/:id/cancel', { config: owning, schema: cancel }, async (given, reply) => {
      const act = actOf(given, handler)
      const found = await generationOf(reading(pool), act.userId, given.params.id)
      const generationId = found?.id ?? given.params.id
      await act.send(generations, generationId, { type: 'CancelGeneration', data: { generationId } })
      return receipt(reply, act, {})
    })
  }

const buildRequest = async (
  pool: Deps['pool'],
  act: Act,
  { templateId, guidance, guidanceContext, values }: z.infer<typeof Texts>,
  rest: Pick<GenerationRequest, 'campaignId' | 'place' | 'picture'>,
): Promise<GenerationRequest> => {
  const read = reading(pool)
  const template = await visibleTemplate(read, await libraryOf(read, act.userId), templateId)
  if (!template) throw new Rejection('template_not_found')
  return {
    generationId: act.id,
    userId: act.userId,
    templateId,
    templateName: template.name,
    tags: template.tags,
    guidance,
    guidanceContext,
    attributes: template.attributes.map((each) => ({ ...each, prompt: promptWith(values, each) })),
    answers: Object.entries(values).flatMap(([name, value]) => (value.trim() ? [{ name, value: value.trim() }] : [])),
    holdId: act.idFor('hold'),
    cost: writingCost,
    ...rest,
  }
}

/** Chooses the model of the picture. If none is requested, it is the first image model, at `defaultImageCost`. */
const choosePicture = async (
  deps: Deps,
  act: Act,
  modelId: string | null | undefined,
): Promise<GenerationRequest['picture']> => {
  const model = modelId ?? offeredModels(deps).find(({ type }) => type === 'IMAGE')?.id
  if (!model) throw new Rejection('model_not_found', { id: 'default' })
  const found = await mayUse(act.userId, { modelId: model, stylePreset: null, nsfw: false }, deps)
  const cost = modelId ? costOf(found) : defaultImageCost
  return { imageId: act.idFor('image'), holdId: act.idFor('image hold'), cost, modelId: model }
}
