import { hash } from 'node:crypto'
import { createDigest, type Digest } from './digest.ts'
import { placeOf, type Source } from './log.ts'
import { createRevisions } from './revisions.ts'

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

/** A set of ids, with eight bytes of a hash for each, so that the ids of ten million events fit into some hundred megabytes. */
interface Seen {
  /** Returns true for a repeated id. Among ten million ids, a false positive occurs once in 300,000 logs. */
  add(id: string): boolean
}

export function createSeen(): Seen {
  let slots = new Uint32Array(2 << 16)
  let count = 0
  const put = (into: Uint32Array, high: number, low: number): boolean => {
    const mask = into.length / 2 - 1
    for (let at = (low & mask) >>> 0; ; at = (at + 1) & mask) {
      const [there, rest] = [into[2 * at], into[2 * at + 1]]
      if (there === high && rest === low) return true
      if (there !== 0 || rest !== 0) continue
      into[2 * at] = high
      into[2 * at + 1] = low
      return false
    }
  }
  const grow = () => {
    const larger = new Uint32Array(slots.length * 2)
    for (let at = 0; at < slots.length; at += 2)
      if (slots[at] !== 0 || slots[at + 1] !== 0) put(larger, slots[at] as number, slots[at + 1] as number)
    slots = larger
  }
  return {
    add(id) {
      const bytes = hash('sha1', id, 'buffer')
      const isOld = put(slots, bytes.readUInt32LE(0), bytes.readUInt32LE(4))
      if (!isOld && ++count * 3 > slots.length) grow()
      return isOld
    },
  }
}

const MOST = 20
const found = (): Found => ({ count: 0, first: [] })
const record = (what: Found, place: string) => {
  what.count++
  if (what.first.length < MOST) what.first.push(place)
}

/** Reads and checks a whole log. The source itself throws if it cannot be read in order to its end. */
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
