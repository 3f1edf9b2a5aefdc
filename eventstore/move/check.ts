import { createDigest, type Digest } from './digest.ts'
import { placeOf, type Source } from './log.ts'
import { createRevisions } from './revisions.ts'
import { createSeen } from './seen.ts'

/** The result of checking a log. */
export interface Checked extends Digest {
  streams: number
  /** Streams that do not begin at revision 0 or have a gap: none of them can be moved. */
  broken: Found
  /** Events whose id another event has. */
  repeated: Found
  /** Streams with metadata of their own, which is not moved. */
  described: readonly string[]
}
/** The number of findings, and the positions of the first ones. */
export interface Found {
  count: number
  first: string[]
}

const MOST = 20
const found = (): Found => ({ count: 0, first: [] })
const record = (what: Found, place: string) => {
  what.count++
  if (what.first.length < MOST) what.first.push(place)
}

/** Reads all of a log. That it has come to its end in order, the reading itself proves. */
export async function check(source: Source, signal: AbortSignal, read: (events: number) => void): Promise<Checked> {
  const [broken, repeated] = [found(), found()]
  const [revisions, ids, digest] = [createRevisions(), createSeen(), createDigest()]
  for await (const page of source.after([])) {
    signal.throwIfAborted()
    for (const event of page) {
      if (Number(event.revision) !== (revisions.note(event) ?? -1) + 1) record(broken, placeOf(event))
      if (ids.add(event.id)) record(repeated, `${placeOf(event)} ${event.id}`)
    }
    digest.add(page)
    read(page.length)
  }
  return { ...digest.now(), streams: revisions.size(), broken, repeated, described: source.described() }
}
