import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { LoreHistory } from '#projections/answers.ts'
import { sessionOf } from '../http/act.ts'
import type { Deps } from '../http/deps.ts'
import { maySeeLore } from '../http/item-policies.ts'
import { param, viewerOf } from '../http/policy.ts'
import { type Read, reading } from '../http/snapshot.ts'
import { uuid } from '../http/uuid.ts'
import { changedBy, sawIt, versionsOf } from './lore-versions.ts'

const Query = z.object({
  /** Only what happened before this revision. */
  before: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** That somebody made a copy for themselves is no change of the original. */
const isChange = ({ type }: { type: string }) => type !== 'ConjurationCopied'

export const historyQueries =
  ({ pool, store }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { params: z.object({ id: uuid() }), querystring: Query, response: { 200: LoreHistory } }
    const config = { policy: maySeeLore(param('id')) }
    app.get('/conjurations/:id/history', { config, schema }, async (request) => {
      const { before = Number.POSITIVE_INFINITY, limit } = request.query
      const versions = await versionsOf(store, request.params.id)
      const newest = versions.at(-1)
      if (!newest || newest.after.deletedBy !== null) throw new Rejection('conjuration_not_found')
      const viewer = await viewerOf(pool, sessionOf(request).userId)
      const seen = versions
        .filter((version) => version.revision < before && isChange(version) && sawIt(viewer, version))
        .reverse()
      const some = seen.slice(0, limit)
      const names = await namesOf(
        reading(pool),
        some.flatMap(({ actorId, impersonatorId }) => [actorId, impersonatorId ?? '']),
      )
      const data = some.map((version) => {
        const { revision, at, type, actorId, impersonatorId } = version
        const impersonatorName = impersonatorId === null ? null : (names.get(impersonatorId) ?? null)
        return {
          ...{ revision, at, type, actorId, impersonatorName, actorName: names.get(actorId) ?? null },
          ...changedBy(version),
        }
      })
      return { data, next: seen.length > limit ? (some.at(-1)?.revision ?? null) : null }
    })
  }

const namesOf = async (read: Read, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await read<{ id: string; name: string }>('select id, name from auth."user" where id = any($1)', [
    [...new Set(ids)],
  ])
  return new Map(rows.map(({ id, name }) => [id, name]))
}
