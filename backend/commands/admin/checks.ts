import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CheckName, checking, checksId } from '#domain/checks.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'

/**
 * Starts a check at an admin's request. While a check of the same name runs, returns that check's id and starts none.
 */
export const checkCommands =
  ({ handler }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { params: z.object({ name: CheckName }), response: { 200: Receipt.extend({ checkId: uuid() }) } }
    app.post('/admin/health/checks/:name', { config: { policy: admin }, schema }, async (request, reply) => {
      const { name } = request.params
      const act = actOf(request, handler)
      const checkId = act.idFor(`check ${name}`)
      await act.send(checking, checksId, { type: 'BeginCheck', data: { checkId, name, cause: 'asked' } })
      const { running } = await handler.stateOf(checking, checksId)
      return receipt(reply, act, { checkId: running[name] ?? checkId })
    })
  }
