import type { AdminEvent } from '#domain/me.ts'
import { categoryOf, subjectOf } from '#domain/metadata.ts'
import { shortId } from '../person.ts'
import type { Choice } from './FilterMenu.tsx'

/** Streams and people that have been seen, for the filters to offer: narrowing must not narrow what can be chosen next. */
export interface Seen {
  streams: ReadonlySet<string>
  /** Names by id. */
  actors: ReadonlyMap<string, string>
}

export const nothingSeen: Seen = { streams: new Set(), actors: new Map() }

const actorsIn = ({
  metadata: { actor, impersonator },
  actorName,
  impersonatorName,
}: AdminEvent): [string, string][] => {
  const by: [string, string] = [actor, actorName ?? (actor === 'system' ? 'system' : shortId(actor))]
  return impersonator ? [by, [impersonator, impersonatorName ?? shortId(impersonator)]] : [by]
}

/** The same object when there is nothing new in the events. */
export const seeMore = (seen: Seen, events: readonly AdminEvent[]): Seen => {
  const streams = new Set([...seen.streams, ...events.map(({ stream }) => stream)])
  const actors = new Map([...seen.actors, ...events.flatMap(actorsIn)])
  return streams.size === seen.streams.size && actors.size === seen.actors.size ? seen : { streams, actors }
}

/** Every category as a whole, each followed by its streams. */
export const streamChoices = ({ streams }: Seen): Choice[] => {
  const byCategory = Map.groupBy([...streams].sort(), categoryOf)
  return [...byCategory].flatMap(([category, members]) => [
    { value: category, label: `${category}, all` },
    ...members.map((stream) => ({ value: stream, label: `${category}/${shortId(subjectOf(stream))}` })),
  ])
}

export const actorChoices = ({ actors }: Seen): Choice[] =>
  [...actors].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))
