import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import type { Ops } from '#domain/deltas.ts'
import { Receipt } from '#domain/me.ts'
import { transformedOps } from '#domain/text-changes.ts'
import { textLimits, validate } from '#domain/text-formats.ts'
import { imagesIn, mentionsIn } from '#domain/text-plain.ts'
import { kindOf, texts } from '#domain/texts.ts'
import { upcast } from '#domain/upcasters.ts'
import { actOf, receipt, sessionOf } from '../../http/act.ts'
import { catchUp } from '../../http/catch-up.ts'
import type { Deps } from '../../http/deps.ts'
import { param, viewerOf } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { mayWriteText } from '../../policies/texts.ts'
import { firstWords } from '../../queries/texts/first-words.ts'
import { openText } from '../../queries/texts/open-text.ts'
import { redactOps, visibleMentions } from '../../queries/texts/seen.ts'
import { describeBegun } from './description.ts'

/** Operations that one unit of work transforms a change over. */
const transformedPerUnit = 40

const params = z.object({ id: uuid() })
const Change = z.object({
  /** Identifies repeats, and the writer's own change among those that are published. */
  id: uuid(),
  base: z.int().min(0),
  ops: z.array(z.unknown()).max(textLimits.ops),
  /**
   * For a change to a description's revision 0: its plain base text. The change is refused if the text began
   * differently.
   */
  over: z.string().max(textLimits.description).optional(),
  /** Revisions of the writer's own changes that this change undoes; words that they deleted return to their authors. */
  undoes: z.array(z.int().min(1)).max(200).default([]),
})
const Changed = Receipt.extend({ revision: z.int(), ops: z.array(z.unknown()), fix: z.array(z.unknown()).optional() })

/** Changes a text. Requests contain the change only, not the whole text. */
export const textCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool } = deps

    /** Redacts mentions and images of things that the writer cannot see. */
    const written = async (userId: string, ops: Ops): Promise<Ops> => {
      const named = [...mentionsIn(ops).flatMap(({ id }) => id ?? []), ...imagesIn(ops)]
      if (named.length === 0) return ops
      const seen = async () => visibleMentions(reading(pool), await viewerOf(pool, userId), ops)
      const first = await seen()
      // Things created a moment ago may not be in the views yet.
      return redactOps(ops, named.every((id) => first.has(id)) ? first : await catchUp(deps).then(seen))
    }

    /** Returns a change as it was recorded, even if it is too old for the cached state. */
    const recorded = async (textId: string, changeId: string, position: bigint) => {
      const { changes } = await handler.stateOf(texts, textId, { since: position })
      const recorded = changes.findLast((change) => change.changeId === changeId)
      if (recorded) return recorded
      await deps.progress.waitFor(position, 5000)
      const [line] = await reading(pool)<{ type: string; data: unknown }>(
        `select type, data from feed where item = $1 and seq = 0 and type = 'TextChanged' and data->>'changeId' = $2 limit 1`,
        [textId, changeId],
      )
      if (!line) throw new Rejection('text_too_old')
      return upcast(line).data as { revision: number; ops: Ops; fix?: Ops }
    }

    const schema = { params, body: Change, response: { 200: Changed } }
    const config = { policy: mayWriteText(param('id')) }
    const route = { config, schema, bodyLimit: 700 * 1024 }
    for (const path of ['/texts/:id/changes', '/content-segments/:id/changes'])
      app.post(path, route, async (request, reply) => {
        const { id: textId } = request.params as z.infer<typeof params>
        const { id: changeId, ops: requestedOps, over, ...change } = request.body as z.infer<typeof Change>
        const act = actOf(request, handler, { key: changeId })
        // The stream may be cached with the text's existence and kind.
        const { text, begin } = await openText(deps, textId, { since: 0n })
        request.chargeEditing?.(transformedOps(text, change.base, requestedOps.length) / transformedPerUnit)
        // Validated before its content is processed. The decider checks it against the length of the text.
        if (!validate(requestedOps, textLimits.letters, kindOf(text))) throw new Rejection('text_change_invalid')
        if (over !== undefined && change.base === 0 && over !== (await firstWords(deps.store, text)))
          throw new Rejection('text_too_old')
        const ops = await written(sessionOf(request).userId, requestedOps)
        const data = { textId, changeId, userId: act.userId, ...change, ops: [...ops], by: [] }
        const position = await act.send(texts, textId, [...begin, { type: 'ChangeText', data }])
        if (begin.length > 0 && kindOf(text) === 'description') {
          const { description } = await handler.stateOf(conjurations, textId)
          // Uses an act of its own, since this one has sent its change of the text.
          await describeBegun(actOf(request, handler, { key: act.idFor('begun') }), deps, textId, description)
        }
        const { revision, ops: said, fix } = await recorded(textId, changeId, position)
        return receipt(reply, act, { revision, ops: [...said], ...(fix ? { fix: [...fix] } : {}) })
      })
  }
