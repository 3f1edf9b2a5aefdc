import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { conjurations } from '#domain/conjurations.ts'
import { type MessageOf, Rejection } from '#domain/decider.ts'
import type { Ops } from '#domain/deltas.ts'
import { Receipt } from '#domain/me.ts'
import { defaultTitles, SegmentType } from '#domain/segment-words.ts'
import { SegmentOrder, SegmentTitle } from '#domain/segments.ts'
import { textLimits } from '#domain/text-formats.ts'
import { texts } from '#domain/texts.ts'
import { SegmentAnswer } from '#projections/segment-answers.ts'
import { type Act, actOf, receipt, sessionOf } from '../../http/act.ts'
import { catchUpTimeoutMs } from '../../http/catch-up.ts'
import type { Deps } from '../../http/deps.ts'
import { hangUp } from '../../http/hang-up.ts'
import { body, param, stillMay, viewerOf } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { unitsOfLetters } from '../../http/work-limits.ts'
import { mayWriteConjuration } from '../../policies/items.ts'
import { mayDeleteSegment, mayWriteSegment } from '../../policies/segments.ts'
import { readMarkdown } from '../../providers/read-markdown.ts'
import { withContents } from '../../queries/segments/contents.ts'
import { segmentItems } from '../../queries/segments/items.ts'
import { loreOf } from '../../queries/segments/lore-of.ts'
import { refuseUnlessMay } from '../conjurations/refuse-unless.ts'
import type { Dispatcher } from '../dispatch.ts'
import { refuseTakenId } from '../new-id.ts'
import { linkShown } from './images.ts'
import { beginText, prepareReplacement } from './texts.ts'

const params = z.object({ id: uuid() })

const Markdown = z.string().max(textLimits.letters)

const NewSegment = z.object({
  id: uuid().optional(),
  entityType: z.literal('CONJURATION'),
  entityId: uuid(),
  type: SegmentType,
  /** Defaults to the title of the type. */
  title: SegmentTitle.optional(),
  /** Defaults to the last position. */
  sortOrder: SegmentOrder.optional(),
  isForDms: z.boolean().default(false),
  content: Markdown.default(''),
})
/** The segment as its creator sees it; the id alone if the views lag, or if it was deleted since the first request. */
const Made = Receipt.extend(SegmentAnswer.partial().shape).extend({ id: uuid() })
const Change = z
  .object({
    title: SegmentTitle,
    sortOrder: SegmentOrder,
    isForDms: z.boolean(),
    content: Markdown,
    /** The text revision on which `content` is based; the change is refused if the text has another one now. */
    revision: z.int().min(0),
  })
  .partial()

/** Commands of a lore item's segments: adding, renaming, ordering, restricting to DMs, deleting and restoring. */
export const segmentCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool } = deps

    const making = { policy: mayWriteConjuration(body('entityId')) }
    const make = { body: NewSegment, response: { 201: Made } }
    app.post('/content-segments', { config: making, schema: make }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: segmentId = act.idFor('segment'), entityId: conjurationId, type, ...given } = request.body
      await refuseTakenId(pool, { table: 'segments', id: segmentId, userId: act.userId })
      const { title = defaultTitles[type], sortOrder = null, isForDms } = given
      const data = { conjurationId, segmentId, type, title, sortOrder, isForDms }
      if (isForDms) await refuseUnlessMay(pool, act.userId, 'edit', await handler.stateOf(conjurations, conjurationId))
      if (type !== 'STORY' && given.content !== '') throw new Rejection('segment_no_text')
      if (type === 'STORY') {
        const { campaignId } = await handler.stateOf(conjurations, conjurationId)
        const { ops } = await readContent(deps, request, reply, { markdown: given.content })
        await beginText(act, { conjurationId, campaignId, textId: segmentId, ops })
      }
      await act.send(conjurations, conjurationId, { type: 'AddSegment', data })
      const segment = await readMadeSegment(deps, act, segmentId)
      return reply.code(201).send({ ...segment, ...receipt(reply, act, { id: segmentId }) })
    })

    const changing = { policy: mayWriteSegment(param('id')) }
    const change = { params, body: Change, response: { 200: Receipt } }
    app.patch('/content-segments/:id', { config: changing, schema: change }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: segmentId } = request.params
      const conjurationId = await loreOf(pool, segmentId)
      const readChange = async (markdown: string, now: Ops) =>
        (await readContent(deps, request, reply, { markdown, now })).change ?? []
      const charge = (units: number) => request.chargeEditing?.(units)
      await changeSegment(deps, act, { conjurationId, segmentId }, request.body, { readChange, charge })
      return receipt(reply, act, {})
    })

    const Deleted = Receipt.extend({ operationId: uuid() })
    const deleting = { policy: mayDeleteSegment(param('id')) }
    const remove = { params, response: { 200: Deleted } }
    app.delete('/content-segments/:id', { config: deleting, schema: remove }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id: segmentId } = request.params
      const conjurationId = await loreOf(pool, segmentId)
      const data = { conjurationId, segmentId, operationId: act.id }
      await act.send(conjurations, conjurationId, { type: 'DeleteSegment', data })
      return receipt(reply, act, { operationId: act.id })
    })

    /** Undoes a deletion where there is no Trash: outside of every campaign. */
    const restore = { params, body: z.object({ operationId: uuid() }), response: { 200: Receipt } }
    app.post('/content-segments/:id/restore', { config: deleting, schema: restore }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: segmentId } = request.params
      const conjurationId = await loreOf(pool, segmentId)
      const data = { conjurationId, segmentId, ...request.body }
      await act.send(conjurations, conjurationId, { type: 'RestoreSegment', data })
      return receipt(reply, act, {})
    })
  }

interface SegmentOf {
  conjurationId: string
  segmentId: string
}

/** `readChange` reads Markdown as a change of the present text; `charge` charges the user for the length of that. */
const changeSegment = async (
  deps: Deps,
  act: Act,
  of: SegmentOf,
  { title, sortOrder, isForDms, content, revision }: z.infer<typeof Change>,
  { readChange, charge }: { readChange(markdown: string, now: Ops): Promise<Ops>; charge(units: number): void },
) => {
  const { handler, pool } = deps
  const { conjurationId, segmentId } = of
  const commands: MessageOf<typeof conjurations.commands>[] = []
  if (title !== undefined) commands.push({ type: 'RetitleSegment', data: { ...of, title } })
  if (sortOrder !== undefined) commands.push({ type: 'MoveSegment', data: { ...of, sortOrder } })
  if (isForDms !== undefined) {
    const lore = await handler.stateOf(conjurations, conjurationId)
    if (lore.segments.find(({ id }) => id === segmentId)?.isForDms !== isForDms)
      await refuseUnlessMay(pool, act.userId, 'edit', lore)
  }
  if (isForDms !== undefined) commands.push({ type: 'KeepSegmentForDms', data: { ...of, isForDms } })
  if (content !== undefined) {
    await refuseUnlessText(handler, of)
    const { length } = await handler.stateOf(texts, segmentId)
    charge(unitsOfLetters(length))
  }
  const changeTo = (now: Ops) => readChange(content ?? '', now)
  const replace =
    content === undefined ? undefined : await prepareReplacement(act, handler, segmentId, { changeTo, revision })
  // A section is hidden before its text changes, and shown after that.
  const [first, last] = isForDms === false ? [[], commands] : [commands, []]
  if (first.length > 0) await act.send(conjurations, conjurationId, first)
  await replace?.()
  if (last.length > 0) await act.send(conjurations, conjurationId, last)
  if (isForDms === false) await linkShown(act, deps, of)
}

/** Reads Markdown, then checks access again, since a member may be removed while long Markdown is read. */
const readContent = async (
  { untrusted, pool }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  content: { markdown: string; now?: Ops },
) => {
  const read = await readMarkdown(untrusted, { ...content, signal: hangUp(reply) })
  await stillMay(request, sessionOf(request).userId, pool)
  return read
}

const readMadeSegment = async ({ pool, progress, handler }: Deps, act: Act, id: string) => {
  if (!(await progress.waitFor(act.position(), catchUpTimeoutMs))) return undefined
  const [read, viewer] = [reading(pool), await viewerOf(pool, act.userId)]
  const [segment] = await withContents(await segmentItems(read, viewer, { id }), { read, viewer, handler })
  return segment
}

const refuseUnlessText = async ({ stateOf }: Pick<Dispatcher, 'stateOf'>, { conjurationId, segmentId }: SegmentOf) => {
  const { segments } = await stateOf(conjurations, conjurationId)
  if (segments.find(({ id }) => id === segmentId)?.type !== 'STORY') throw new Rejection('segment_no_text')
}
