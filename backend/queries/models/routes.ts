import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { can } from '#domain/rights.ts'
import { ModelDetail, ModelList } from '#projections/model-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, query } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeModel } from '../../policies/models.ts'
import { Page } from '../page.ts'
import { visible, visibleIn, visibleTo } from '../visible.ts'
import { type ConversionsRow, conversionsOf, type ModelItemRow, modelItem, modelItems } from './load.ts'

/** Returns the campaigns from which the viewer may move models that others own. */
const ownerOf = ({ roles, ...viewer }: Viewer) =>
  Object.keys(roles).filter((campaignId) => can({ roles, ...viewer }, 'deleteCampaign', { campaignId }))

export const modelQueries =
  ({ pool, models }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const offer = { provider: models.name, fromPrompt: models.fromPrompt, shapes: [...models.shapes] }
    const campaign = query('campaignId')
    const Filters = Page(100).extend({ campaignId: uuid('No campaign selected') })
    const list = { querystring: Filters, response: { 200: ModelList } }
    const config = { policy: memberOf(campaign), cachedFor: campaign }
    app.get('/models', { config, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const { campaignId, limit, offset } = request.query
        const values = { ...visibleIn(viewer, campaignId), ownerOf: ownerOf(viewer) }
        const mine = `m."campaignId" = @campaignId and m."deletedAt" is null and ${visible}`
        const [rows, counts] = await Promise.all([
          read<ModelItemRow>(
            `${modelItems} where ${mine} order by m."createdAt" desc, m.id desc limit @limit offset @offset`,
            { ...values, limit, offset },
          ),
          read<{ total: number }>(
            `select count(*) as total from models m join access a on a.id = m.id where ${mine}`,
            values,
          ),
        ])
        return { data: rows.map(modelItem), total: counts[0]?.total ?? 0, offer }
      }),
    )

    const one = { params: z.object({ id: uuid() }), response: { 200: ModelDetail } }
    app.get('/models/:id', { config: { policy: maySeeModel }, schema: one }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const values = { ...visibleTo(viewer), ownerOf: ownerOf(viewer), modelId: request.params.id }
        const [row] = await read<ModelItemRow>(`${modelItems} where m.id = @modelId and ${visible}`, values)
        const [conversions] = await read<ConversionsRow>('select stl, "threeMf", obj from models where id = @modelId', {
          modelId: values.modelId,
        })
        if (!row || !conversions) throw new Rejection('no_such_model')
        const item = modelItem(row)
        const [conjuration] =
          item.conjurationId === null
            ? []
            : await read<{ id: string; name: string }>(
                'select id, name from conjurations where id = @id and "deletedAt" is null',
                { id: item.conjurationId },
              )
        return { ...item, conjuration: conjuration ?? null, conversions: conversionsOf(item.id, conversions) }
      }),
    )
  }
