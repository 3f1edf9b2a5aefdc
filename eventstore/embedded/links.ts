import pg from 'pg'
import { bytesOf, newSink } from '../wire/protobuf.ts'
import { COLUMNS, ownedCopy, scan } from './copy.ts'
import { type Row, TOMBSTONE } from './event.ts'
import { isSoftDeleted } from './heads.ts'
import { firstRevision, headsOf, type Log, notOlderThan } from './log.ts'
import { keyOf } from './names.ts'
import type { RowWriter } from './pages.ts'
import { writeEvent, writeResolved } from './read-replies.ts'

/** The event that another one points to, as `revision@stream` in the data of an event of type `$>`. */
interface Target {
  stream: string
  revision: bigint
}

/** Writes events as they are stored: link events are not resolved. */
export const unresolvedWriter: RowWriter = { put: writeEvent, finish: bytesOf }

/**
 * Writes events, each link event together with its target. Targets are looked up in a batch when the last event is
 * written; the output is then split to insert them.
 */
export function withTargets(log: Log): RowWriter {
  let links: { at: number; link: Row; target: Target }[] = []
  return {
    put(sink, row) {
      const target = targetOf(row)
      if (target) links.push({ at: sink.at, link: ownedCopy(row), target })
      else writeEvent(sink, row)
    },
    async finish(sink) {
      if (links.length === 0) return bytesOf(sink)
      const found = links
      links = []
      const targets = await findTargets(
        log,
        found.map(({ target }) => target),
      )
      const parts: Buffer[] = []
      let from = 0
      for (const [index, { at, link }] of found.entries()) {
        const resolved = newSink(1024)
        writeResolved(resolved, link, targets[index])
        parts.push(sink.bytes.subarray(from, at), bytesOf(resolved))
        from = at
      }
      return Buffer.concat([...parts, sink.bytes.subarray(from, sink.at)])
    },
  }
}

/** The target of a link event; undefined for other events, and for links whose data is not `revision@stream`. */
function targetOf({ type, data }: Row): Target | undefined {
  if (type.length !== 2 || type[0] !== 36 || type[1] !== 62) return undefined
  const [, revision, stream] = /^(\d{1,19})@(.+)$/s.exec(data.toString('utf8')) ?? []
  if (revision === undefined || stream === undefined || BigInt(revision) >= TOMBSTONE) return undefined
  return { stream, revision: BigInt(revision) }
}

/** Loads the target events; undefined for those that were deleted or truncated. */
async function findTargets(log: Log, targets: Target[]): Promise<(Row | undefined)[]> {
  const heads = await headsOf(
    log,
    targets.map(({ stream }) => stream),
  )
  const keys = targets.map(({ stream, revision }) => `(${pg.escapeLiteral(keyOf(stream))}, ${revision})`)
  const rows = new Map<string, Row>()
  const client = await log.pool.connect()
  try {
    const query = `select ${COLUMNS} from eventstore.events where (stream, revision) in (values ${[...new Set(keys)].join(', ')})`
    await scan(client, query, (row) => void rows.set(`${row.revision}@${row.stream}`, ownedCopy(row)))
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
  return targets.map(({ stream, revision }, index) => {
    const head = heads[index]
    const row = rows.get(`${revision}@${stream}`)
    if (!row || !head || head.revision === TOMBSTONE || isSoftDeleted(head)) return undefined
    return revision >= firstRevision(head) && (notOlderThan(head)?.(row) ?? true) ? row : undefined
  })
}
