import type { AdminEvent } from '#domain/me.ts'
import { categoryOf } from '#domain/metadata.ts'
import type { EventsArg } from '../../../data/admin-events.ts'
import { type View, views } from './views.ts'

/** The list's filters, stored in the URL for sharing. Empty strings match everything. */
export interface EventFilters extends Omit<EventsArg, 'userId'> {
  /** A key of `ranges`. */
  range: string
  /** The inspected event and its view. */
  event: string
  view: View
}

/** Time ranges that end now, with their lengths in milliseconds. */
export const ranges: Readonly<Record<string, { label: string; ms: number }>> = {
  '15m': { label: 'Last 15 minutes', ms: 15 * 60_000 },
  '1h': { label: 'Last hour', ms: 3_600_000 },
  '24h': { label: 'Last 24 hours', ms: 86_400_000 },
  '7d': { label: 'Last 7 days', ms: 7 * 86_400_000 },
  '30d': { label: 'Last 30 days', ms: 30 * 86_400_000 },
}

const keys = ['type', 'stream', 'actor', 'q', 'range', 'correlation', 'until', 'event', 'view'] as const

export const parseFilters = (query: URLSearchParams): EventFilters => {
  const read = Object.fromEntries(keys.map((key) => [key, query.get(key) ?? '']))
  const range = read.range !== undefined && read.range in ranges ? read.range : ''
  const until = /^\d{1,19}$/.test(read.until ?? '') ? read.until : ''
  const view = read.view !== undefined && read.view in views ? read.view : ''
  return { ...read, range, until, view } as EventFilters
}

export const writeFilters = (filters: EventFilters): URLSearchParams =>
  new URLSearchParams(keys.filter((key) => filters[key] !== '').map((key) => [key, filters[key]]))

export const isNarrowed = ({ type, stream, actor, q, range, correlation, until }: EventFilters): boolean =>
  [type, stream, actor, q, range, correlation, until].some((value) => value !== '')

/** The start of the time range in milliseconds; null without a limit. */
export const rangeStart = ({ range }: Pick<EventFilters, 'range'>, now: number): number | null => {
  const chosen = ranges[range]
  return chosen ? now - chosen.ms : null
}

const matches = (wanted: string, found: string) => wanted === '' || wanted === found

/** Returns true if the event contains the search text. Ids match as displayed, too: `images/…` for `images-…`, positions with commas. */
const has = ({ id, type, stream, position, data, metadata }: AdminEvent, q: string): boolean => {
  const words = q.toLowerCase()
  const inJson = JSON.stringify(words).slice(1, -1)
  return (
    [id, type, stream].some((text) => text.toLowerCase().includes(words.replace('/', '-'))) ||
    position === words.replaceAll(',', '') ||
    JSON.stringify([data, metadata]).toLowerCase().includes(inJson)
  )
}

/** Returns true if an event matches the filters, by the server's rules. The time range is not checked. */
export const admits = ({ type, stream, actor, q, correlation, until }: EventFilters, event: AdminEvent): boolean =>
  (until === '' || BigInt(event.position) < BigInt(until)) &&
  matches(type, event.type) &&
  (matches(stream, event.stream) || stream === categoryOf(event.stream)) &&
  (matches(actor, event.metadata.actor) || actor === event.metadata.impersonator) &&
  matches(correlation, event.metadata.correlationId) &&
  (q === '' || has(event, q))
