import type { RecordedEvent } from '#eventstore'

const ends = ['ImageEdited', 'ImageEditFailed', 'ImageEditFiltered', 'ImageEditTimedOut', 'ImageEditCancelled']

/** Each edit that somebody asked for had one turn at most and one end, and what is shown of a picture is what was made of it. */
export function checkEdits(events: readonly RecordedEvent[]): string[] {
  const editOf = ({ data }: RecordedEvent) => (data as { editId?: string }).editId
  const byEdit = Map.groupBy(
    events.filter((event) => event.stream.startsWith('images-') && editOf(event) !== undefined),
    editOf,
  )
  return [...byEdit].flatMap(([editId, history]) => {
    const of = (types: readonly string[]) => history.filter(({ type }) => types.includes(type)).map(({ type }) => type)
    if (of(['ImageEditRequested']).length === 0) return []
    const [turns, endings] = [of(['ImageEditStarted']).length, of(ends)]
    return [
      ...(turns > 1 ? [`${editId} had ${turns} turns`] : []),
      ...(endings.length === 1 ? [] : [`${editId} ended ${endings.join(' and ') || 'never'}`]),
    ]
  })
}
