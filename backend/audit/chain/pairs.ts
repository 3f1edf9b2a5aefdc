import type { RecordedEvent } from '#eventstore'
import { hashOf, type Link } from '#projections/links.ts'
import type { Differences } from './differences.ts'

interface Place {
  stream: string
  revision: number
}
type Hashed = Place & { hash: Buffer }

const placeOf = ({ stream, revision }: Place) => `${stream}@${revision}`

/** Brings each link together with its event, in whatever order they come. */
export const pairs = (differences: Differences, fits: (link: Link, hash: Buffer) => boolean) => {
  const links = new Map<string, Link>()
  const events = new Map<string, Hashed>()
  let verified = 0

  const compare = (link: Link, { hash }: Hashed) => {
    if (link.hash.equals(hash)) verified++
    else if (!fits(link, hash))
      differences.add({ kind: 'altered', stream: link.stream, revision: link.revision, n: link.n })
  }

  /** Links and events without a counterpart, except for an event whose id was altered. */
  const left = () => {
    const strangers = new Map([...events.values()].map((event) => [placeOf(event), event]))
    const missing: Link[] = []
    for (const link of links.values()) {
      const stranger = strangers.get(placeOf(link))
      if (stranger) {
        strangers.delete(placeOf(link))
        compare(link, stranger)
      } else missing.push(link)
    }
    return { missing, strangers: [...strangers.values()] }
  }

  return {
    link(link: Link) {
      const key = `${placeOf(link)} ${link.eventId}`
      const event = events.get(key)
      if (event) {
        events.delete(key)
        compare(link, event)
      } else links.set(key, link)
    },
    event(event: RecordedEvent) {
      const hashed = { stream: event.stream, revision: Number(event.revision), hash: hashOf(event) }
      const key = `${placeOf(hashed)} ${event.id}`
      const link = links.get(key)
      if (link) {
        links.delete(key)
        compare(link, hashed)
      } else events.set(key, hashed)
    },
    verified: () => verified,
    /** Names what is left. Where only the chain's end has no events, the log is shorter than it was, and nothing in it was altered. */
    end(length: number) {
      const { missing, strangers } = left()
      for (const { stream, revision } of strangers) differences.add({ kind: 'inserted', stream, revision, n: null })
      const [first] = missing
      if (first && first.n === length - missing.length + 1)
        return { from: first.n, stream: first.stream, revision: first.revision, missing: missing.length }
      for (const { stream, revision, n } of missing) differences.add({ kind: 'removed', stream, revision, n })
      return null
    },
  }
}
