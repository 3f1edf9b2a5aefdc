import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../../http/act.ts'
import { beginUndo } from '../../http/bulk.ts'
import type { Deps } from '../../http/deps.ts'
import { param } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { ownsOperation } from '../../policies/items.ts'

/** Undoes an operation as a whole; a running operation is stopped first. */
export const operationCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const params = z.object({ id: uuid() })
    const schema = { params, response: { 202: Receipt.extend({ operationId: uuid() }) } }
    app.post(
      '/operations/:id/undo',
      { config: { policy: ownsOperation(param('id')) }, schema },
      async (request, reply) => {
        const act = actOf(request, deps.handler, { bulk: true })
        const operationId = request.params.id
        await beginUndo(act, operationId, deps)
        return reply.code(202).send(receipt(reply, act, { operationId }))
      },
    )
  }
