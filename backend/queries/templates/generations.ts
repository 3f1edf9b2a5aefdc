import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { Generation } from '#projections/template-answers.ts'
import { sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { param } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { ownsGeneration } from '../../policies/generations.ts'
import { visibleConjurations } from '../conjurations/items.ts'
import { visibleTo } from '../visible.ts'
import { generationOf } from './generation-of.ts'

/** Progress of a generation from a template. */
export const generationQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { params: z.object({ id: uuid() }), response: { 200: Generation } }
    const config = { policy: ownsGeneration(param('id')) }
    app.get('/conjurations/request/:id', { config, schema }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const { userId } = sessionOf(request)
        const row = await generationOf(read, userId, request.params.id)
        if (!row) throw new Rejection('generation_not_found')
        const seen = await read<{ id: string; name: string }>(
          `select l.id, l.name ${visibleConjurations} and l.id = any(@ids::uuid[])`,
          { ...visibleTo(viewer), ids: row.used.map(({ id }) => id) },
        )
        const used = row.used.filter(({ id }) => seen.some((lore) => lore.id === id))
        return { ...row, used, omitted: [], marks: [], sources: seen, leftOut: row.omitted.length }
      }),
    )
  }
