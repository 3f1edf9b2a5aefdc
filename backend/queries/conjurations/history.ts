import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { type ConjurationChange, type ConjurationFields, ConjurationHistory } from '#projections/conjuration-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { param } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeConjuration } from '../../policies/items.ts'
import { namesOf } from '../texts/names.ts'
import { visible, visibleTo } from '../visible.ts'
import { contentChanges, newestOf } from './timeline.ts'
import { beginningFor, changesIn, currentRevision, versionsOf } from './versions.ts'

const Query = z.object({
  /** Restricts to events before this log position. */
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .default('9'.repeat(18)),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const conjurationHistoryQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { params: z.object({ id: uuid() }), querystring: Query, response: { 200: ConjurationHistory } }
    const config = { policy: maySeeConjuration(param('id')) }
    app.get('/conjurations/:id/history', { config, schema }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const { id } = request.params
        const { before, limit } = request.query
        const there = await read('select from conjurations where id = $1 and "deletedAt" is null', [id])
        if (there.length === 0) throw new Rejection('conjuration_not_found')
        const beginning = await beginningFor(read, viewer, id)
        if (!beginning) throw new Rejection('conjuration_not_found')
        const { from, position, isPastShown } = beginning
        const { versions: some, isMore } = await versionsOf(read, id, { from, before, limit })
        const names = await namesOf(
          read,
          some.flatMap(({ actorId, impersonatorId }) => [actorId, impersonatorId ?? '']),
        )
        const changed = some.map((version) => changesIn(version, version.revision === from))
        const hidden = await unseenCollections(read, viewer, changed)
        const rows = some.map((version, n) => {
          const { revision, position, at, type, actorId, impersonatorId } = version
          const impersonatorName = impersonatorId === null ? null : (names.get(impersonatorId) ?? null)
          return {
            revision,
            position,
            at,
            type,
            actorId,
            impersonatorName,
            actorName: names.get(actorId) ?? null,
            ...(revision === from ? { begins: true } : {}),
            fields: without(hidden, changed[n]?.fields),
            previous: without(hidden, changed[n]?.previous),
          }
        })
        const contents = await contentChanges(read, viewer, id, { position, before, limit })
        const { rows: data, next } = newestOf<ConjurationChange>([{ rows, isMore }, ...contents], limit)
        return {
          data,
          next,
          current: await currentRevision(read, id, from),
          isPastShown,
        }
      }),
    )
  }

interface Changed {
  fields: ConjurationFields
  previous: ConjurationFields
}

/** Returns the ids of folders, among those that the lore was in, that the viewer does not see. */
const unseenCollections = async (read: Read, viewer: Viewer, changed: readonly Changed[]): Promise<Set<string>> => {
  const ids = changed.flatMap(({ fields, previous }) => [fields.collectionId ?? [], previous.collectionId ?? []].flat())
  if (ids.length === 0) return new Set()
  const seen = await read<{ id: string }>(`select a.id from access a where a.id = any(@ids::uuid[]) and ${visible}`, {
    ...visibleTo(viewer),
    ids,
  })
  return new Set(ids.filter((id) => !seen.some((folder) => folder.id === id)))
}

/** Lore in a hidden folder appears at the root. */
const without = (hidden: ReadonlySet<string>, fields: ConjurationFields = {}): ConjurationFields =>
  fields.collectionId && hidden.has(fields.collectionId) ? { ...fields, collectionId: null } : fields
