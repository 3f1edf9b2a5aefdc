import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { LoreExportRequested } from '#domain/lore-export-answers.ts'
import { exportsAtOnce, printedEntries } from '#domain/lore-exports.ts'
import { Receipt } from '#domain/me.ts'
import { operations } from '#domain/operations.ts'
import { actOf, receipt } from '../../http/act.ts'
import { begin } from '../../http/bulk.ts'
import { catchUp } from '../../http/catch-up.ts'
import type { Deps } from '../../http/deps.ts'
import { body, inPerson, viewerOf } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeLoreExport } from '../../policies/exports.ts'
import { canTypeset } from '../../providers/typesetter.ts'
import { exportsOf } from '../../queries/exports/list.ts'
import { contentsOf, readerOf } from '../../queries/exports/scope.ts'
import { keyedMutex } from '../keyed-mutex.ts'
import { type Exporting, isOfDm } from './export-lore.ts'

/** Begins each user's exports one after another, so that each counts towards the limit of the next. */
const oneByOne = keyedMutex()

/** Throws `too_many_exports` if the user has as many running or stored ones as are admitted. */
const refuseTooMany = async (deps: Deps, userId: string): Promise<void> => {
  await catchUp(deps)
  if ((await exportsOf(reading(deps.pool), userId)).length >= exportsAtOnce) throw new Rejection('too_many_exports')
}

const refusePdf = (entries: number): void => {
  if (!canTypeset()) throw new Rejection('pdf_unavailable')
  if (entries > printedEntries) throw new Rejection('pdf_too_long')
}

/** Requests of exports of lore, which an operation writes. */
export const loreExportCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool, limits } = deps
    const schema = { body: LoreExportRequested, response: { 202: Receipt.extend({ operationId: uuid() }) } }
    const config = {
      policy: maySeeLoreExport(body),
      rateLimit: { max: limits.generation, timeWindow: 60_000, groupId: 'exports' },
    }
    app.post('/exports', { config, schema }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const requested = request.body
      await oneByOne(act.userId, async () => {
        if ((await handler.stateOf(operations, act.id)).begun) return
        await refuseTooMany(deps, act.userId)
        const viewer = await viewerOf(pool, act.userId)
        const { lore, pictures } = await contentsOf(reading(pool), readerOf(viewer, requested), requested)
        if (lore.length + pictures.length === 0) throw new Rejection('export_empty')
        if (requested.format === 'pdf') refusePdf(lore.length)
        const given: Exporting = { ...requested, isOfDm: isOfDm(viewer, requested) }
        const total = lore.length + (requested.withPictures ? pictures.length : 0)
        // Without a campaign, so that only its requester sees the operation.
        await begin(act, { kind: 'export-lore', campaignId: null, total, arguments: { ...given } }, deps)
      })
      return reply.code(202).send(receipt(reply, act, { operationId: act.id }))
    })

    const account = { body: z.strictObject({}), response: schema.response }
    app.post(
      '/exports/account',
      { config: { ...config, policy: inPerson }, schema: account },
      async (request, reply) => {
        const act = actOf(request, handler, { bulk: true })
        await oneByOne(act.userId, async () => {
          if ((await handler.stateOf(operations, act.id)).begun) return
          await refuseTooMany(deps, act.userId)
          const { roles } = await viewerOf(pool, act.userId)
          await begin(act, { kind: 'export-account', campaignId: null, total: null, arguments: { roles } }, deps)
        })
        return reply.code(202).send(receipt(reply, act, { operationId: act.id }))
      },
    )
  }
