import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { EventsTogether } from '#domain/event-answers.ts'
import { AdminEventDetail, AdminEvents, AdminStreams } from '#domain/me.ts'
import { subjectOf } from '#domain/metadata.ts'
import { verifyEvent } from '../../audit/chain/verify-event.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { Sought, Typed } from '../page.ts'
import { type EventRow, thingNames, withNames } from './event-names.ts'
import { countsOf, isHis, narrowed, pageOf } from './event-pages.ts'

const columns = `f.id, f.type, f.stream, f.position::text as position, f.revision, f.at, f.data, f.metadata`

/** Maximum of PostgreSQL's bigint. */
const lastPosition = 2n ** 63n - 1n

const Filters = z.object({
  type: Sought(100).optional(),
  /** A stream's name, or a category. */
  stream: Sought(200).optional(),
  actor: Sought(100).optional(),
  correlationId: Sought(100).optional(),
  /** Words in the data, an id, or a position. */
  q: Typed,
  /** Restricts to events before this log position. */
  before: z
    .string()
    .regex(/^\d{1,19}$/, { abort: true })
    .refine((position) => BigInt(position) <= lastPosition, 'There is no such position')
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
})

/** Maximum of events listed for one request. */
const mostTogether = 500

/** Maximum length of a followed chain of causes. */
const depth = 50
/** Streams to choose from: at most `mostStreams` of the streams of the user's `latestEvents` newest events. */
const [latestEvents, mostStreams] = [20_000, 50]

export const adminEventQueries =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { pool } = deps
    const config = { policy: admin }
    const params = z.object({ id: uuid() })
    const list = { params, querystring: Filters, response: { 200: AdminEvents } }
    app.get('/admin/users/:id/events', { config, schema: list }, (request, reply) =>
      snapshot(pool, reply, (read) => listEvents(read, request.params.id, request.query)),
    )

    const streams = { params, querystring: z.object({ search: Typed }), response: { 200: AdminStreams } }
    app.get('/admin/users/:id/streams', { config, schema: streams }, (request, reply) =>
      snapshot(pool, reply, (read) => listStreams(read, request.params.id, request.query.search)),
    )

    const one = { params: z.object({ eventId: uuid() }), response: { 200: AdminEventDetail } }
    app.get('/admin/events/:eventId', { config, schema: one }, (request, reply) =>
      snapshot(pool, reply, (read) => readEvent(read, deps, request.params.eventId)),
    )

    const together = { params: z.object({ eventId: uuid() }), response: { 200: EventsTogether } }
    app.get('/admin/events/:eventId/together', { config, schema: together }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const rows = await read<EventRow>(
          `select ${columns} from feed f where f.seq = 0 and f."correlationId" =
             (select "correlationId" from feed where seq = 0 and id = $1) order by f.position limit $2`,
          [request.params.eventId, mostTogether + 1],
        )
        if (rows.length === 0) throw new Rejection('event_not_found')
        return { events: await withNames(read, rows.slice(0, mostTogether)), isAll: rows.length <= mostTogether }
      }),
    )
  }

const listEvents = async (read: Read, userId: string, query: z.infer<typeof Filters>) => {
  await planAnew(read)
  const filters = narrowed(userId, query)
  await refuseStranger(read, userId)
  const { positions, next, searchedTo } = await pageOf(read, filters)
  const rows = await read<EventRow>(
    `select ${columns} from feed f where f.seq = 0 and f.position = any($1::bigint[]) order by f.position desc`,
    [positions],
  )
  // Counting reads all events, so only the first page has counts.
  const counts = filters.before === null ? await countsOf(read, filters) : { types: [], actors: [], total: null }
  return { events: await withNames(read, rows), next, searchedTo, ...counts }
}

const listStreams = async (read: Read, userId: string, search: string) => {
  await planAnew(read)
  await refuseStranger(read, userId)
  const rows = await read<{ stream: string }>(
    `select stream from (select f.stream, f.position from feed f where ${isHis} order by f.position desc limit $2) latest
      group by stream order by max(position) desc`,
    [userId, latestEvents],
  )
  const names = await thingNames(
    read,
    rows.map(({ stream }) => subjectOf(stream)),
  )
  const words = search.toLowerCase().replaceAll('/', '-')
  return {
    streams: rows
      .map(({ stream }) => ({ stream, about: names.get(subjectOf(stream)) ?? null }))
      .filter(({ stream, about }) => `${stream} ${about ?? ''}`.toLowerCase().includes(words))
      .slice(0, mostStreams),
  }
}

/** Reads an event with the chain of its causes, the events that it caused, and the previous event of its stream. */
const readEvent = async (
  read: Read,
  { pool, store, sealedStore }: Pick<Deps, 'pool' | 'store' | 'sealedStore'>,
  eventId: string,
) => {
  const events = 'from feed f where f.seq = 0'
  const byId = async (id: string) => (await read<EventRow>(`select ${columns} ${events} and f.id = $1`, [id]))[0]
  const event = await byId(eventId)
  if (!event) throw new Rejection('event_not_found')
  const causedBy: EventRow[] = []
  for (let cause = event.metadata.causationId; cause && causedBy.length < depth; ) {
    const found = uuid().safeParse(cause).success ? await byId(cause) : undefined
    if (found) causedBy.push(found)
    cause = found?.metadata.causationId
  }
  const caused = await read<EventRow>(
    `select ${columns} ${events} and f."causationId" = $1 order by f.position limit 200`,
    [event.id],
  )
  const [self] = await withNames(read, [event])
  if (!self) throw new Rejection('event_not_found')
  const [before] = await withNames(read, await previousOf(read, store, event))
  return {
    event: self,
    previous: before ?? null,
    causedBy: await withNames(read, causedBy),
    caused: await withNames(read, caused),
    hash: await verifyEvent({ pool, sealedStore }, event),
  }
}

/**
 * The previous event of the same stream. The store provides its id; its content is read from the feed, where erased
 * data is absent.
 */
const previousOf = async (read: Read, store: Deps['store'], { stream, revision }: EventRow): Promise<EventRow[]> => {
  if (revision === 0) return []
  const { events } = await store.read(stream, { from: BigInt(revision - 1), limit: 1, pageOnly: true })
  return read<EventRow>(`select ${columns} from feed f where f.seq = 0 and f.id = $1`, [events[0]?.id])
}

/**
 * Plans each statement for its parameters: events of a user with most of the log are found by scanning, those of others
 * by an index. Source: 500,000 events, 60 % of them of one user; a generic plan took 2 s per page instead of 20 ms.
 */
const planAnew = (read: Read) => read('set local plan_cache_mode = force_custom_plan')

const refuseStranger = async (read: Read, id: string) => {
  if ((await read('select 1 from auth."user" where id = $1', [id])).length === 0) throw new Rejection('user_not_found')
}
