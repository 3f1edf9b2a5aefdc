import { items } from '#domain/kinds.ts'
import type { AdminEvent } from '#domain/me.ts'
import { upcast } from '#domain/upcasters.ts'
import { itemOf } from '#projections/audience.ts'
import type { Read } from '../../http/snapshot.ts'

/** An event as stored in the feed. */
export type EventRow = Omit<AdminEvent, 'actorName' | 'impersonatorName' | 'about'>

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const shown = 200

/** Names of things by id; unknown and unnamed ones are omitted. */
export async function thingNames(read: Read, ids: Iterable<string>): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => uuid.test(id))
  if (wanted.length === 0) return new Map()
  const rows = await read<{ id: string; name: string }>(
    `select id::text, left(name, ${shown}) as name from (
       select id, coalesce(nullif(name, ''), prompt) as name from images where id = any($1::uuid[])
       union all select id, coalesce(nullif(name, ''), prompt) from models where id = any($1::uuid[])
       union all select id, name from conjurations where id = any($1::uuid[])
       union all select id, name from collections where id = any($1::uuid[])
       union all select id, name from campaigns where id = any($1::uuid[])) things where name <> ''`,
    [wanted],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function personNames(read: Read, ids: Iterable<string>): Promise<Map<string, string>> {
  const people = await read<{ id: string; name: string }>('select id, name from auth."user" where id = any($1)', [
    [...new Set(ids)],
  ])
  return new Map(people.map(({ id, name }) => [id, name]))
}

/** Adds names to events: of the actor, and of the changed thing. */
export async function withNames(read: Read, stored: readonly EventRow[]): Promise<AdminEvent[]> {
  const rows = stored.map(upcast)
  const things = rows.map((row) => itemOf(row, items))
  const [people, names] = await Promise.all([
    personNames(
      read,
      rows.flatMap(({ metadata: { actor, impersonator } }) => [actor, impersonator ?? actor]),
    ),
    thingNames(read, things),
  ])
  const nameOf = (id: string | undefined) => (id === undefined ? null : (people.get(id) ?? null))
  return rows.map(({ id, type, stream, position, revision, at, data, metadata }, n) => ({
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
    about: names.get(things[n] ?? '') ?? null,
  }))
}
