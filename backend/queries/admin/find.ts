import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Finding, Findings } from '#domain/event-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { Sought } from '../page.ts'
import { thingNames } from './event-names.ts'
import { isId, placeOf, positionsNaming } from './naming.ts'

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i
/** Every number of up to 18 digits fits into PostgreSQL's bigint. */
const digits = /^\d{1,18}$/

interface Row {
  id: string
  type: string
  stream: string
  position: string
  userId: string | null
}
const event = `select f.id, f.type, f.stream, f.position::text, coalesce(f.users[1]::text,
    case when f.metadata->>'actor' ~ '^[0-9a-f-]{36}$' then f.metadata->>'actor' end) as "userId"
  from feed f where f.seq = 0 and`

/**
 * Finds the owner of an id: an event, a thing, a request, a user, or an object at the payment provider; and the events
 * that refer to it.
 */
export const adminFindQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = {
      querystring: z.object({ q: Sought(200).pipe(z.string().trim().min(1, 'Please give an id')) }),
      response: { 200: Findings },
    }
    app.get('/admin/find', { config: { policy: admin }, schema }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { q } = request.query
        const id = uuid.exec(q)?.[0].toLowerCase()
        const position = q.replaceAll(',', '')
        if (id !== undefined) return { data: await byUuid(read, id) }
        if (digits.test(position)) return { data: await byPosition(read, position) }
        return { data: [...(await byProvider(read, q)), ...(isId(q) ? await naming(read, q) : [])] }
      }),
    )
  }

const found = (kind: Finding['kind'], id: string, label: string, row?: Row): Finding => ({
  kind,
  id,
  label,
  userId: row?.userId ?? null,
  eventId: row?.id ?? null,
})

const byUuid = async (read: Read, id: string): Promise<Finding[]> => {
  const one = async (condition: string) => (await read<Row>(`${event} ${condition} limit 1`, [id]))[0]
  const [self, last, together] = [
    await one('f.id = $1::uuid'),
    await one('f.item = $1 order by f.position desc'),
    await one('f."correlationId" = $1 order by f.position'),
  ]
  const [person] = await read<{ name: string }>('select name from auth."user" where id = $1', [id])
  const name = (await thingNames(read, [id])).get(id)
  return [
    ...(person ? [{ ...found('user', id, person.name), userId: id }] : []),
    ...(self ? [found('event', id, `${self.type} in ${self.stream}`, self)] : []),
    ...(last ? [found('thing', id, name ?? last.stream, last)] : []),
    ...(together ? [found('correlation', id, `Set in motion by ${together.type}`, together)] : []),
    // Events that refer to a user are that user's own list.
    ...(person ? [] : await naming(read, id)),
  ]
}

/** Maximum number of events shown that refer to one id. */
const mostNaming = 20

const naming = async (read: Read, id: string): Promise<Finding[]> => {
  const positions = await positionsNaming(read, id, mostNaming)
  const rows = await read<Row & { data: unknown }>(
    `${event.replace('select', 'select f.data,')} f.position = any($1::bigint[]) order by f.position desc`,
    [positions],
  )
  return rows.map((row) => {
    const place = placeOf(row.data, id)
    return found('named', id, `${row.type}${place ? `, as ${place},` : ''} in ${row.stream}`, row)
  })
}

const byPosition = async (read: Read, position: string): Promise<Finding[]> =>
  (await read<Row>(`${event} f.position = $1::text::bigint`, [position])).map((row) =>
    found('position', position, `${row.type} in ${row.stream}`, row),
  )

const byProvider = async (read: Read, q: string): Promise<Finding[]> => {
  const rows = await read<{ id: string; customerId: string; name: string | null }>(
    `select s.id, s."customerId", u.name from subscriptions s left join auth."user" u on u.id = s.id::text
      where s."customerId" = $1 or s."subscriptionId" = $1 limit 20`,
    [q],
  )
  return rows.map(({ id, customerId, name }) => ({
    ...found(customerId === q ? 'customer' : 'subscription', q, name ?? id),
    userId: id,
  }))
}
