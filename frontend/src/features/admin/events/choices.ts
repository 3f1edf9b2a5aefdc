import type { AdminEvents, AdminStreams } from '#domain/me.ts'
import { categoryOf, subjectOf } from '#domain/metadata.ts'
import { shortId } from '../../../ui/short-id.ts'
import { actorName } from './acting.ts'
import type { Choice } from './FilterMenu.tsx'

/** Returns the label of a stream, as in the rows, or of a whole category. */
export const streamLabel = (stream: string): string =>
  stream.includes('-') ? `${categoryOf(stream)}/${shortId(subjectOf(stream))}` : `${stream}, all`

/** Each category, followed by its streams, latest first, with their subjects. */
export const streamChoices = (streams: AdminStreams['streams']): Choice[] =>
  [...Map.groupBy(streams, ({ stream }) => categoryOf(stream))].flatMap(([category, members]) => [
    { value: category, label: streamLabel(category) },
    ...members.map(({ stream, about }) => ({
      value: stream,
      label: streamLabel(stream),
      ...(about === null ? {} : { about }),
    })),
  ])

/** The actors, most active first. */
export const actorChoices = (actors: AdminEvents['actors']): Choice[] =>
  actors.map(({ id, name, count }) => ({ value: id, label: actorName(id, name), count }))
