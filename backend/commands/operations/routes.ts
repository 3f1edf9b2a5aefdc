import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import { operations } from '#domain/operations.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { ownsOperation } from '../../http/item-policies.ts'
import { param } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'

/** Taking work back that spans streams: all of it, and first of all it stops. */
export const operationCommands =
  ({ handler }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const params = z.object({ id: uuid() })
    const schema = { params, response: { 202: Receipt.extend({ operationId: uuid() }) } }
    app.post(
      '/operations/:id/undo',
      { config: { policy: ownsOperation(param('id')) }, schema },
      async (request, reply) => {
        const act = actOf(request, handler, { bulk: true })
        const operationId = request.params.id
        await act.send(operations, operationId, { type: 'UndoOperation', data: { operationId } })
        return reply.code(202).send(receipt(reply, act, { operationId }))
      },
    )
  }
