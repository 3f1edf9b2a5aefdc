import type { AdminEvents } from '#domain/me.ts'
import type { Read } from '../../http/snapshot.ts'
import { contains } from '../page.ts'
import { personNames } from './event-names.ts'
import { isId, positionsNaming } from './naming.ts'

/**
 * Events of or by the user `$1`. The feed's first row of a position is the event itself; the others record lost and
 * gained visibility of items.
 */
export const isHis = 'f.seq = 0 and f.users @> array[$1]::uuid[]'

interface EventFilter {
  type?: string | undefined
  stream?: string | undefined
  actor?: string | undefined
  correlationId?: string | undefined
  q: string
  before?: string | undefined
  limit: number
}

export interface Narrowed {
  /** Parameters of `isNarrowed`, `$1` to `$5`. */
  values: readonly (string | null)[]
  q: string
  before: string | null
  limit: number
}

export const narrowed = (
  userId: string,
  { type, stream, actor, correlationId, q, before, limit }: EventFilter,
): Narrowed => ({
  values: [userId, type ?? null, stream ?? null, actor ?? null, correlationId ?? null],
  q,
  before: before ?? null,
  limit,
})

const [ofType, byActor] = [
  '($2::text is null or f.type = $2)',
  `($4::text is null or f.metadata->>'actor' = $4 or f.metadata->>'impersonator' = $4)`,
]
const elsewise = `${isHis} and ($3::text is null or f.stream = $3 or f.stream like $3 || '-%')
  and ($5::text is null or f."correlationId" = $5)`
const isNarrowed = `${elsewise} and ${ofType} and ${byActor}`

/**
 * Maximum number of events that one page searches for the text, which bounds its time.
 */
const lookedThrough = 5_000

/** Returns the positions of a page's events; with a search text, only of events that contain it. */
export async function pageOf(read: Read, { values, q, before, limit }: Narrowed) {
  const newest = `select f.position, f.at from feed f where ${isNarrowed} and ($6::bigint is null or f.position < $6)
    order by f.position desc limit $7`
  if (q === '') {
    const rows = await read<{ position: string }>(`select position::text from (${newest}) newest`, [
      ...values,
      before,
      limit + 1,
    ])
    const positions = rows.slice(0, limit).map(({ position }) => position)
    return { positions, next: rows.length > limit ? (positions.at(-1) ?? null) : null, searchedTo: null }
  }

  const looked = await read<{ position: string; at: string; found: boolean }>(
    `select f.position::text, f.at, ${hasWords} as found from (${newest}) newest join feed f on f.position = newest.position and f.seq = 0
      order by newest.position desc`,
    [...values, before, lookedThrough, inJson(q)],
  )
  const found = looked.filter((row) => row.found).map(({ position }) => position)
  const last = looked.at(-1)
  const isMore = found.length > limit
  const positions = found.slice(0, limit)
  const next = isMore ? positions.at(-1) : looked.length === lookedThrough ? last?.position : undefined
  return {
    positions: [...new Set([...positions, ...(await byName(read, { values, q, before, limit }))])],
    next: next ?? null,
    searchedTo: next === undefined || !last ? null : isMore ? at(looked, next) : last.at,
  }
}

const at = (looked: readonly { position: string; at: string }[], position: string) =>
  looked.find((row) => row.position === position)?.at ?? null

const hasWords = `(f.data::text ilike $8 or f.metadata::text ilike $8 or f.type ilike $8 or f.stream ilike replace($8, '/', '-') or f.id::text ilike $8)`
/** A pattern for a text in its JSON encoding. */
const inJson = (q: string) => contains(JSON.stringify(q).slice(1, -1))

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** A stream's name, as stored or as shown. */
const inStream = /^[a-z]+[-/]([\da-f-]{36})$/i

/** Finds events by a whole id or a position, using an index, regardless of their age. */
async function byName(read: Read, { values, q, before, limit }: Narrowed): Promise<string[]> {
  const id = inStream.exec(q)?.[1] ?? q
  const position = /^\d{1,18}$/.test(q.replaceAll(',', '')) ? q.replaceAll(',', '') : null
  const isOurs = uuid.test(id)
  if (!isOurs && position === null && !isId(id)) return []
  const anyId = `f."correlationId" = $8 or f."causationId" = $8 or f.item = $8 or f.position = any($9::bigint[])`
  const named =
    position === null ? `(${anyId}${isOurs ? ' or f.id = $8::text::uuid' : ''})` : 'f.position = $8::text::bigint'
  const whole = isOurs ? id.toLowerCase() : id
  const naming = position === null ? [await positionsNaming(read, whole, limit)] : []
  const rows = await read<{ position: string }>(
    `select f.position::text from feed f where ${isNarrowed} and ($6::bigint is null or f.position < $6) and ${named}
      order by f.position desc limit $7`,
    [...values, before, limit, position ?? whole, ...naming],
  )
  return rows.map((row) => row.position)
}

/** Limit of counted events, counted from the latest, which covers all events of nearly every user. */
export const mostCounted = 100_000

/** Counts per filter value, each with the other filters applied. */
export async function countsOf(
  read: Read,
  { values, q }: Narrowed,
): Promise<Pick<AdminEvents, 'types' | 'actors' | 'total'>> {
  const rows = await read<{ type: string; actor: string; impersonator: string | null; count: number }>(
    `select type, actor, impersonator, count(*) as count from (
       select f.type, f.metadata->>'actor' as actor, f.metadata->>'impersonator' as impersonator
         from feed f where ${elsewise} and (${ofType} or ${byActor}) order by f.position desc limit $6) latest group by 1, 2, 3`,
    [...values, mostCounted],
  )
  const [, type, , who] = values
  const [types, actors] = [new Map<string, number>(), new Map<string, number>()]
  const add = (counts: Map<string, number>, key: string, count: number) =>
    counts.set(key, (counts.get(key) ?? 0) + count)
  let total = 0
  for (const row of rows) {
    const isOfType = type === null || row.type === type
    const people = new Set([row.actor, row.impersonator ?? row.actor])
    const isBy = who === null || who === undefined || people.has(who)
    if (isBy) add(types, row.type, row.count)
    if (isOfType) for (const id of people) add(actors, id, row.count)
    if (isOfType && isBy) total += row.count
  }
  const names = await personNames(read, actors.keys())
  const most = <T extends { count: number }>(all: T[]) => all.sort((a, b) => b.count - a.count)
  return {
    types: most([...types].map(([type, count]) => ({ type, count }))),
    actors: most([...actors].map(([id, count]) => ({ id, name: names.get(id) ?? null, count }))),
    total: q === '' ? total : null,
  }
}
