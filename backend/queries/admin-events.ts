import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { type AdminEvent, AdminEventDetail, AdminEvents } from '#domain/me.ts'
import type { Metadata } from '#domain/metadata.ts'
import type { Deps } from '../http/deps.ts'
import { admin } from '../http/policy.ts'
import { type Read, snapshot } from '../http/snapshot.ts'
import { uuid } from '../http/uuid.ts'
import { contains, Sought, Typed } from './page.ts'

type Row = Omit<AdminEvent, 'actorName' | 'impersonatorName'>

const columns = `f.id, f.type, f.stream, f.position::text as position, f.revision, f.at, f.data, f.metadata`
/** The feed's first line of a position is the event itself; the others tell who sees an item no more, or now does. */
const events = 'from feed f where f.seq = 0'

/** Of PostgreSQL's bigint. */
const lastPosition = 2n ** 63n - 1n

const Filters = z.object({
  type: Sought(100).optional(),
  /** A stream's name, or a category. */
  stream: Sought(200).optional(),
  actor: Sought(100).optional(),
  correlationId: Sought(100).optional(),
  /** Words in the data. */
  q: Typed,
  /** Only what stands before this position in the log. */
  before: z
    .string()
    .regex(/^\d{1,19}$/, { abort: true })
    .refine((position) => BigInt(position) <= lastPosition, 'There is no such position')
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
})

const matching = `${events} and f.users @> array[$1]::uuid[]
  and ($2::text is null or f.type = $2)
  and ($3::text is null or f.stream = $3 or f.stream like $3 || '-%')
  and ($4::text is null or f.metadata->>'actor' = $4 or f.metadata->>'impersonator' = $4)
  and ($5::text is null or f."correlationId" = $5)
  and ($6::text is null or f.data::text ilike $6 or f.metadata::text ilike $6)`

/** How far up a chain of causes is followed. */
const depth = 50

export const adminEventQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { policy: admin }
    const list = { params: z.object({ id: uuid() }), querystring: Filters, response: { 200: AdminEvents } }
    app.get('/admin/users/:id/events', { config, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { id } = request.params
        const { type, stream, actor, correlationId, q, before, limit } = request.query
        if ((await read('select 1 from auth."user" where id = $1', [id])).length === 0)
          throw new Rejection('user_not_found')
        const filters = [id, type ?? null, stream ?? null, actor ?? null, correlationId ?? null, q ? contains(q) : null]
        const rows = await read<Row>(
          `select ${columns} ${matching} and ($7::bigint is null or f.position < $7) order by f.position desc limit $8`,
          [...filters, before ?? null, limit + 1],
        )
        const page = rows.slice(0, limit)
        const types = await read<{ type: string; count: number }>(
          `select f.type, count(*) as count ${matching} group by 1 order by 2 desc, 1`,
          filters.with(1, null),
        )
        return {
          events: await named(read, page),
          next: rows.length > limit ? (page.at(-1)?.position ?? null) : null,
          types,
          total: types.reduce((sum, each) => (type === undefined || each.type === type ? sum + each.count : sum), 0),
        }
      }),
    )

    const one = { params: z.object({ eventId: uuid() }), response: { 200: AdminEventDetail } }
    app.get('/admin/events/:eventId', { config, schema: one }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const byId = async (id: string) => (await read<Row>(`select ${columns} ${events} and f.id = $1`, [id]))[0]
        const event = await byId(request.params.eventId)
        if (!event) throw new Rejection('event_not_found')
        const causedBy: Row[] = []
        for (let cause = event.metadata.causationId; cause && causedBy.length < depth; ) {
          const found = uuid().safeParse(cause).success ? await byId(cause) : undefined
          if (found) causedBy.push(found)
          cause = found?.metadata.causationId
        }
        const caused = await read<Row>(
          `select ${columns} ${events} and f."causationId" = $1 order by f.position limit 200`,
          [event.id],
        )
        const [self] = await named(read, [event])
        if (!self) throw new Rejection('event_not_found')
        return { event: self, causedBy: await named(read, causedBy), caused: await named(read, caused) }
      }),
    )
  }

/** Puts the names of people beside their ids. */
export async function named(read: Read, rows: readonly Row[]): Promise<AdminEvent[]> {
  const ids = rows.flatMap(({ metadata: { actor, impersonator } }: { metadata: Metadata }) => [
    actor,
    impersonator ?? actor,
  ])
  const people = await read<{ id: string; name: string }>('select id, name from auth."user" where id = any($1)', [
    [...new Set(ids)],
  ])
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const nameOf = (id: string | undefined) => (id === undefined ? null : (names.get(id) ?? null))
  return rows.map(({ id, type, stream, position, revision, at, data, metadata }) => ({
    id,
    type,
    stream,
    position,
    revision,
    at,
    data,
    metadata,
    actorName: nameOf(metadata.actor),
    impersonatorName: nameOf(metadata.impersonator),
  }))
}
