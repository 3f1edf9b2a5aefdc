import { subjectOf } from '#domain/metadata.ts'
import type { RecordedEvent } from '#eventstore'

/** How the waits for pictures ended, by type of event, and their holds. */
export interface Endings {
  counts: Record<string, number>
  problems: string[]
}

const waits = ['ImageRequested', 'ImageRetried']
const ends = ['ImageGenerated', 'ImageFailed', 'ImageFiltered', 'ImageTimedOut', 'ImageCancelled']

interface Wait {
  holdId: string
  attempt?: number
}

/**
 * Each wait for a picture against its hold: paid for once when there is a picture in time, given back once when there is none, or
 * only a late one; and no wait ends twice.
 */
export function checkPictures(
  events: readonly RecordedEvent[],
  of: (imageId: string) => boolean = () => true,
): Endings {
  const settled = new Map<string, string[]>()
  for (const { type, data } of events)
    if (type === 'CreditsCaptured' || type === 'CreditsReleased') {
      const { holdId } = data as Wait
      settled.set(holdId, [...(settled.get(holdId) ?? []), type])
    }
  const counts: Record<string, number> = {}
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  const problems: string[] = []
  const images = Map.groupBy(
    events.filter(({ stream }) => stream.startsWith('images-') && of(subjectOf(stream))),
    ({ stream }) => stream,
  )
  for (const [stream, history] of images)
    for (const { data } of history.filter(({ type }) => waits.includes(type))) {
      const { holdId, attempt = 1 } = data as Wait
      const endings = history.filter((event) => ends.includes(event.type) && (event.data as Wait).attempt === attempt)
      const charged = endings.some((event) => (event.data as { charged?: boolean }).charged === true)
      const drawn = endings.filter(({ type }) => type === 'ImageGenerated').length
      // A picture that comes after its deadline is kept for nothing: then there are two endings, and the first is the one that counts.
      const late = drawn === 1 && !charged && endings[0]?.type === 'ImageTimedOut'
      if (drawn > 1 || endings.length !== (late ? 2 : 1))
        problems.push(`${stream} ended ${endings.map(({ type }) => type).join(' and ') || 'never'}`)
      const expected = charged ? ['CreditsCaptured'] : ['CreditsReleased']
      const got = settled.get(holdId) ?? []
      if (got.join() !== expected.join())
        problems.push(`${stream}: its hold came to ${got.join(' and ') || 'nothing'}, not ${expected}`)
      count(late ? 'late' : (endings[0]?.type ?? 'never'))
      for (const each of got) count(each)
    }
  return { counts, problems }
}
