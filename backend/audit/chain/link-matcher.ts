import type { RecordedEvent } from '#eventstore'
import { hashOf, type Link } from '#projections/links.ts'
import type { Differences } from './differences.ts'

interface Place {
  stream: string
  revision: number
}
type Hashed = Place & { hash: Buffer }

const placeOf = ({ stream, revision }: Place) => `${stream}@${revision}`

/**
 * Matches each link with its event, in any order of arrival. `fits` is true if only the link's own row was altered, which the walk of
 * the chain has reported already.
 */
export const createLinkMatcher = (differences: Differences, fits: (link: Link, hash: Buffer) => boolean) => {
  const links = new Map<string, Link>()
  const events = new Map<string, Hashed>()
  let verified = 0

  const compare = (link: Link, { hash }: Hashed) => {
    if (link.hash.equals(hash)) verified++
    else if (!fits(link, hash))
      differences.add({ kind: 'altered', stream: link.stream, revision: link.revision, n: link.n })
  }

  /**
   * Returns links and events without a counterpart. A link and an event with different ids at the same stream revision are compared
   * instead, since the id was altered.
   */
  const findUnmatched = () => {
    const unlinked = new Map([...events.values()].map((event) => [placeOf(event), event]))
    const missing: Link[] = []
    for (const link of links.values()) {
      const event = unlinked.get(placeOf(link))
      if (event) {
        unlinked.delete(placeOf(link))
        compare(link, event)
      } else missing.push(link)
    }
    return { missing, unlinked: [...unlinked.values()] }
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
    /**
     * Reports unmatched links and events. If exactly the newest links have no events, the log was truncated: that range is returned
     * instead.
     */
    end(length: number) {
      const { missing, unlinked } = findUnmatched()
      for (const { stream, revision } of unlinked) differences.add({ kind: 'inserted', stream, revision, n: null })
      const [first] = missing
      if (first && first.n === length - missing.length + 1)
        return { from: first.n, stream: first.stream, revision: first.revision, missing: missing.length }
      for (const { stream, revision, n } of missing) differences.add({ kind: 'removed', stream, revision, n })
      return null
    },
  }
}
