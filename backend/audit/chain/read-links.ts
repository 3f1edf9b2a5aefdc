import type pg from 'pg'
import type { Link } from '#projections/links.ts'

const page = 5000

interface Row {
  n: string
  stream: string
  revision: string
  eventId: string
  hash: Buffer
  link: Buffer
}

const linkOf = ({ n, revision, ...row }: Row): Link => ({ ...row, n: Number(n), revision: Number(revision) })

/** Reads the links in order, up to number `until`. The next page is fetched while the caller processes the current one. */
export async function* readLinks(pool: Pick<pg.Pool, 'query'>, until: number): AsyncGenerator<Link[]> {
  const pageAfter = (after: number) => {
    const coming = pool.query<Row>({
      name: 'chain page',
      text: 'select * from audit.links where n > $1 and n <= $2 order by n limit $3',
      values: [after, until, page],
    })
    // A failure is handled where the page is awaited; this catch avoids an unhandled rejection until then.
    coming.catch(() => undefined)
    return coming
  }
  for (let next = pageAfter(0); ; ) {
    const { rows } = await next
    const last = rows.at(-1)
    if (!last) return
    next = pageAfter(Number(last.n))
    yield rows.map(linkOf)
  }
}

/** The links of a stream's events, in order. */
export const linksOfStream = async (pool: Pick<pg.Pool, 'query'>, stream: string): Promise<Link[]> => {
  const { rows } = await pool.query<Row>('select * from audit.links where stream = $1 order by n', [stream])
  return rows.map(linkOf)
}

/** Returns the links of a stream's events in hexadecimal, by event id. Events without a link are omitted. */
export const linksOf = async (
  pool: Pick<pg.Pool, 'query'>,
  stream: string,
  eventIds: readonly string[],
): Promise<Map<string, string>> => {
  const { rows } = await pool.query<Pick<Row, 'eventId' | 'link'>>(
    'select "eventId", link from audit.links where stream = $1 and "eventId" = any($2::uuid[])',
    [stream, eventIds],
  )
  return new Map(rows.map(({ eventId, link }) => [eventId, link.toString('hex')]))
}
