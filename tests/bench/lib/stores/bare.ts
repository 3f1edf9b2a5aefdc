import type pg from 'pg'
import type { NewEvent } from '../../../../eventstore/index.ts'

/** The rows of the embedded event store in a table like its own, by plain `pg`: what an append and a read cost at the least. */
const table = `
  create schema bare;
  create table bare.events (
    position bigint generated always as identity primary key,
    stream text collate "C" not null,
    revision bigint not null,
    id uuid not null,
    type text not null,
    created timestamptz not null default now(),
    json boolean not null default true,
    data bytea not null,
    metadata bytea not null,
    unique (stream, revision)
  );
  create index events_id on bare.events (id);
`

const insertOne = {
  name: 'bare_one',
  text: 'insert into bare.events (stream, revision, id, type, data, metadata) values ($1, $2, $3, $4, $5, $6)',
}
const insertMany = {
  name: 'bare_many',
  text: `insert into bare.events (stream, revision, id, type, data, metadata)
    select $1, * from unnest($2::bigint[], $3::uuid[], $4::text[], $5::bytea[], $6::bytea[])`,
}

const selectPage = {
  name: 'bare_page',
  text: `select position, stream, revision, id, type, created, data, metadata from bare.events
    where position > $1 order by position limit $2`,
}
interface Row {
  position: string
  stream: string
  revision: string
  id: string
  type: string
  created: Date
  data: Buffer
  metadata: Buffer
}
const eventOf = (row: Row) => ({
  ...row,
  position: BigInt(row.position),
  revision: BigInt(row.revision),
  data: JSON.parse(row.data.toString()),
  metadata: JSON.parse(row.metadata.toString()),
})

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))

export async function bareStore(pool: pg.Pool) {
  await pool.query(table)
  return {
    /** Appends from a revision on. A revision that is taken is refused by the database. */
    async append(stream: string, events: readonly NewEvent[], revision: number): Promise<void> {
      const [first] = events
      if (first && events.length === 1) {
        const values = [stream, revision, first.id, first.type, bytes(first.data), bytes(first.metadata)]
        await pool.query({ ...insertOne, values })
        return
      }
      const values = [
        stream,
        events.map((_, index) => revision + index),
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        events.map(({ data }) => bytes(data)),
        events.map(({ metadata }) => bytes(metadata)),
      ]
      await pool.query({ ...insertMany, values })
    },
    /** All events in order, page by page, with their payloads parsed; the next page is fetched while one is in hand. */
    async *read(page: number): AsyncGenerator<{ position: bigint; data: unknown; metadata: unknown }[]> {
      const fetch = (after: string) => pool.query<Row>({ ...selectPage, values: [after, page] })
      for (let next = fetch('0'); ; ) {
        const { rows } = await next
        const last = rows.at(-1)
        if (!last) return
        next = fetch(last.position)
        // The one that is ahead may fail while nobody waits for it yet.
        next.catch(() => undefined)
        yield rows.map(eventOf)
      }
    },
    async count(): Promise<number> {
      const { rows } = await pool.query<{ count: string }>('select count(*) from bare.events')
      return Number(rows[0]?.count)
    },
  }
}
