import { NAMES } from './names.ts'

/**
 * The log. A single writer assigns `position` in commit order, so a reader that has seen a position has seen all before
 * it. Payloads are bytes, stored exactly as sent. The index on `id` detects repeated appends.
 */
export const SCHEMA = `
  create schema if not exists eventstore;
  create table if not exists eventstore.events (
    position bigint primary key,
    stream text collate "C" not null,
    revision bigint not null,
    id uuid not null,
    type text not null,
    created timestamptz not null,
    json boolean not null,
    data bytea not null,
    metadata bytea not null,
    unique (stream, revision)
  );
  create index if not exists events_id on eventstore.events (id);
  ${NAMES}
`

/** One statement is one transaction: a round's events become visible together or not at all. */
export const INSERT = `
  insert into eventstore.events (position, stream, revision, id, type, created, json, data, metadata)
  select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::timestamptz[], $7::boolean[], $8::bytea[], $9::bytea[])
`

/** Last revision and metadata of streams, by the keys of the streams and of their metadata streams. Ignores metadata that is not JSON. */
export const HEADS = `
  select ask::int,
    (select revision from eventstore.events where stream = asked.stream order by revision desc limit 1) as revision,
    (select case when json then data end from eventstore.events where stream = asked.metadata order by revision desc limit 1) as metadata
  from unnest($1::text[], $2::text[]) with ordinality asked(stream, metadata, ask)
`

/** Events of streams after a revision: `ask` is the index of the query. */
export const FOLLOWING = `
  select ask::int, found.revision, found.position, replace(found.id::text, '-', '') as id
  from unnest($1::text[], $2::bigint[], $3::int[]) with ordinality asked(stream, revision, count, ask),
    lateral (
      select revision, position, id from eventstore.events
      where events.stream = asked.stream and events.revision > asked.revision order by events.revision limit asked.count
    ) found
  order by ask, found.revision
`

/** Positions of events by id. */
export const BY_ID = `
  select stream, revision, position, replace(id::text, '-', '') as id from eventstore.events where id = any($1::uuid[])
`

export const LAST_POSITION = 'select coalesce(max(position), 0) as position from eventstore.events'

/** Advisory lock of the process that serves this database. The writer's connection holds it, so the two can only be lost together. */
export const LOCK_KEY = '5500174209281372141'

/**
 * Forces each query to walk an index in its order: before a new table has statistics, PostgreSQL may consider it cheaper to sort the whole
 * table.
 */
export const SETTINGS =
  'set enable_seqscan = off; set enable_bitmapscan = off; set jit = off; set statement_timeout = 0'
