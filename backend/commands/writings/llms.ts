import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { exampleLimits, type Json, readExample } from '#domain/example-json.ts'
import { Receipt } from '#domain/me.ts'
import { WritingContext, WritingPrompt, type WritingPurpose, writings } from '#domain/writings.ts'
import { acceptedLimit } from '../../http/accepted-limit.ts'
import { type Act, actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { hangUp } from '../../http/hang-up.ts'
import { body, memberOf } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import type { Dispatcher } from '../dispatch.ts'
import { type Drafted, draftStructure, draftText, failureOf } from './draft.ts'
import { refuseMany } from './limit.ts'

/** The client waits for the answer; pages use the asynchronous route (`routes.ts`). */
const handlerTimeout = 120_000
const longestMs = 110_000

const Wanted = z.object({
  campaignId: uuid('No campaign selected'),
  prompt: WritingPrompt,
  context: WritingContext.prefault({}),
})
type Wanted = z.infer<typeof Wanted>
const Text = Receipt.extend({ id: uuid(), text: z.string() })
const Structured = Wanted.extend({
  jsonString: z.string().max(exampleLimits.bytes, 'The structure may be at most 20 kB'),
})

/**
 * Generates a text, or JSON with an example's keys and types, from the parts of a campaign that the requester may see.
 * Free of credits.
 */
export const llmCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, limits } = deps
    const config = { policy: memberOf(body('campaignId')) }
    const limited = acceptedLimit(limits.generation)

    const text = { body: Wanted, response: { 200: Text } }
    app.post('/llms/arbitrary/prompt', { config, schema: text, handlerTimeout, ...limited }, async (request, reply) => {
      const act = actOf(request, handler)
      const writing = await requestWriting(deps, act, 'text', request.body)
      const { writingId } = writing
      const content = await recordOutcome(
        handler,
        act,
        writingId,
        reply,
        (signal) => draftText(writing, deps, signal),
        (written) => written,
      )
      return receipt(reply, act, { id: writingId, text: content })
    })

    const structured = { body: Structured, response: { 200: z.unknown() } }
    app.post('/llms/structured', { config, schema: structured, handlerTimeout, ...limited }, async (request, reply) => {
      const read = readExample(request.body.jsonString)
      if ('complaint' in read)
        throw new z.ZodError([{ code: 'custom', path: ['jsonString'], message: read.complaint, input: undefined }])
      const act = actOf(request, handler)
      const writing = await requestWriting(deps, act, 'structure', request.body)
      const content = await recordOutcome<Json>(
        handler,
        act,
        writing.writingId,
        reply,
        (signal) => draftStructure(writing, read.example, deps, signal),
        (written) => JSON.stringify(written),
      )
      receipt(reply, act, {})
      return JSON.parse(content) as Json
    })
  }

const requestWriting = async (
  { pool, now }: Deps,
  act: Act,
  purpose: z.infer<typeof WritingPurpose>,
  { campaignId, prompt, context }: Wanted,
) => {
  const writingId = act.idFor('writing')
  await refuseMany(pool, act.userId, writingId, now())
  const wanted = { writingId, userId: act.userId, campaignId, segmentId: null, prompt, ...context }
  const data = { ...wanted, purpose, isAwaited: true }
  await act.send(writings, writingId, { type: 'RequestWriting', data })
  return data
}

/**
 * Generates a text and records its outcome, unless that is recorded already, and returns the recorded text. If the
 * client disconnects, nothing is recorded.
 */
const recordOutcome = async <T>(
  { stateOf }: Pick<Dispatcher, 'stateOf'>,
  act: Act,
  writingId: string,
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<Drafted<T>>,
  textOf: (content: T) => string,
): Promise<string> => {
  const gone = hangUp(reply)
  if ((await stateOf(writings, writingId)).status === 'requested')
    await work(AbortSignal.any([gone, AbortSignal.timeout(longestMs)])).then(
      ({ receipt, content }) =>
        act.send(writings, writingId, { type: 'FinishWriting', data: { ...receipt, text: textOf(content) } }),
      (error: unknown) => {
        // The client has disconnected, so the failure is not recorded. A repeat with the same id generates the
        // text.
        if (gone.aborted) throw new Rejection('writing_cut_off')
        return act.send(writings, writingId, { type: 'FailWriting', data: failureOf(writingId, error) })
      },
    )
  const { failure, text } = await stateOf(writings, writingId)
  if (failure !== null) throw new Rejection(`writing_${failure}`)
  return text
}
