import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { SegmentAnswer, SegmentList } from '#projections/segment-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { param, query } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeConjuration } from '../../policies/items.ts'
import { maySeeSegment } from '../../policies/segments.ts'
import { withContents, withoutContent } from './contents.ts'
import { segmentItems } from './items.ts'

const Of = z.object({ entityType: z.literal('CONJURATION').default('CONJURATION'), entityId: uuid() })
const Wanted = z.object({
  /** True to include the texts; editors that load each text separately omit them. */
  content: z.stringbool().default(true),
})

export const segmentQueries =
  ({ pool, handler }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const seeing = { policy: maySeeConjuration(query('entityId')) }
    const list = { querystring: Of.extend(Wanted.shape), response: { 200: SegmentList } }
    app.get('/content-segments', { config: seeing, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const { entityId: conjurationId, content } = request.query
        const items = await segmentItems(read, viewer, { conjurationId })
        const data = content ? await withContents(items, { read, viewer, handler }) : items.map(withoutContent)
        return { data, total: data.length }
      }),
    )

    const one = { params: z.object({ id: uuid() }), response: { 200: SegmentAnswer } }
    const config = { policy: maySeeSegment(param('id')) }
    app.get('/content-segments/:id', { config, schema: one }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const items = await segmentItems(read, viewer, { id: request.params.id })
        const [segment] = await withContents(items, { read, viewer, handler })
        if (!segment) throw new Rejection('segment_not_found')
        return segment
      }),
    )
  }
