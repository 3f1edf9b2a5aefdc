import pg from 'pg'
import { newSink, type Sink } from '../wire/protobuf.ts'
import { COLUMNS, scan } from './copy.ts'
import type { Row } from './event.ts'
import { keyOf } from './names.ts'

/** A range of a stream (by revision) or of the log (by position); both ends are inclusive. */
export interface Range {
  stream: string | undefined
  backwards: boolean
  from: bigint
  to: bigint
  /** For a stream: the last log position that is read. */
  until?: bigint
}

/** Encodes rows one after another into a common sink. */
export interface RowWriter {
  /** Encodes a row, if it is to be sent. */
  put(sink: Sink, row: Row): void
  /** Returns the bytes of a sink after its last row. */
  finish(sink: Sink): Buffer | Promise<Buffer>
}

export interface Page {
  /** The encoded rows. */
  frames: Buffer
  rows: number
  /** Revision or position of the last row. */
  last: bigint
}

const FIRST_PAGE = 300
const FULL_PAGE = 1000
/** A page ends after this many bytes of payload, so that large events do not accumulate in memory. */
const PAGE_BYTES = 2 * 1024 * 1024

/**
 * Reads a range page by page, each while the caller sends the previous one. `wanted` returns the number of rows that are
 * still needed (Infinity if unknown); the reading ends at 0.
 */
export async function* readPages(
  pool: pg.Pool,
  range: Range,
  { put, finish }: RowWriter,
  wanted: () => number = () => Number.POSITIVE_INFINITY,
): AsyncGenerator<Page> {
  const step = range.backwards ? -1n : 1n
  const isPast = (key: bigint) => (range.backwards ? key < range.to : key > range.to)
  const fetch = (from: bigint, size: number) => {
    const limit = Math.min(size, wanted())
    if (limit < 1 || isPast(from)) return undefined
    const page = readPage(pool, { ...range, from }, limit, { put, finish })
    // The page may be abandoned when the caller disconnects; a caller that awaits it still sees the error.
    page.catch(() => {})
    return page
  }
  let next = fetch(range.from, FIRST_PAGE)
  while (next) {
    const page = await next
    if (page.rows === 0) return
    next = fetch(page.last + step, FULL_PAGE)
    yield page
  }
}

async function readPage(pool: pg.Pool, range: Range, limit: number, { put, finish }: RowWriter): Promise<Page> {
  const sink = newSink(64 * 1024)
  const page = { rows: 0, last: 0n }
  const client = await pool.connect()
  try {
    await scan(client, pageQuery(range, limit), (row) => {
      page.rows++
      page.last = range.stream === undefined ? row.position : row.revision
      put(sink, row)
    })
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
  return { ...page, frames: await finish(sink) }
}

function pageQuery({ stream, backwards, from, to, until }: Range, limit: number): string {
  const key = stream === undefined ? 'position' : 'revision'
  const order = `${key} ${backwards ? 'desc' : 'asc'}`
  const [low, high] = backwards ? [to, from] : [from, to]
  const conditions = [
    `${key} between ${low} and ${high}`,
    ...(stream === undefined ? [] : [`stream = ${pg.escapeLiteral(keyOf(stream))}`]),
    ...(until === undefined ? [] : [`position <= ${until}`]),
  ]
  return `
    select ${COLUMNS} from (
      select *, sum(${SIZE}) over (order by ${order}) - ${SIZE} as before from (
        select * from eventstore.events where ${conditions.join(' and ')} order by ${order} limit ${limit}
      ) page
    ) sized where before < ${PAGE_BYTES} order by ${order}`
}

/** SQL that reads the payload's size without fetching it: PostgreSQL stores its length next to the pointer. */
const SIZE = '(octet_length(data) + octet_length(metadata))'
