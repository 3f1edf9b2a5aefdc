import { subjectOf } from '#domain/metadata.ts'
import type { RecordedEvent } from '#eventstore'
import type { Endings } from './pictures.ts'

const outcomes = ['ModelGenerationCompleted', 'ModelGenerationFailed', 'ModelGenerationTimedOut']

interface Outcome {
  holdId: string | null
  targetFormat: string
  attempt: number
}
const outcomeIn = ({ data }: RecordedEvent) => data as Outcome

/**
 * Compares each 3D model with its hold: captured once if the model was completed in time, or was deleted by its owner before; otherwise
 * released once. A model has one outcome, apart from a late one that is stored without charge, and so has each conversion.
 */
export function checkModels(events: readonly RecordedEvent[], of: (modelId: string) => boolean = () => true): Endings {
  const settled = Map.groupBy(
    events.filter(({ type }) => type === 'CreditsCaptured' || type === 'CreditsReleased'),
    (event) => outcomeIn(event).holdId ?? '',
  )
  const counts: Record<string, number> = {}
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  const problems: string[] = []
  const streams = Map.groupBy(
    events.filter(({ stream }) => stream.startsWith('models-') && of(subjectOf(stream))),
    ({ stream }) => stream,
  )
  for (const [stream, history] of streams) {
    const requests = history.filter(({ type }) => type === 'ModelRequested')
    if (requests.length > 1) problems.push(`${stream} was requested ${requests.length} times`)
    problems.push(...conversionProblems(history, count).map((problem) => `${stream}: ${problem}`))
    for (const event of history) if (event.type === 'ModelDeleted') count(event.type)
    const [request] = requests
    if (!request) continue
    const ends = history.filter(({ type }) => outcomes.includes(type))
    const isLate = ends[0]?.type === 'ModelGenerationTimedOut' && ends[1]?.type === 'ModelGenerationCompleted'
    if (ends.length !== (isLate ? 2 : 1))
      problems.push(`${stream} ended ${ends.map(({ type }) => type).join(' and ') || 'never'}`)
    count(isLate ? 'late' : (ends[0]?.type ?? 'never'))

    const { holdId } = outcomeIn(request)
    if (holdId === null) continue
    const spends = (event: RecordedEvent) =>
      ['ModelDeleted', 'ModelGenerationCompleted'].includes(event.type) && outcomeIn(event).holdId === holdId
    const expected = history.some(spends) ? 'CreditsCaptured' : 'CreditsReleased'
    const got = (settled.get(holdId) ?? []).map(({ type }) => type)
    if (got.join() !== expected) problems.push(`${stream}: its hold is ${got.join(' and ') || 'open'}, not ${expected}`)
    for (const each of got) count(each)
  }
  return { counts, problems }
}

const conversionProblems = (history: readonly RecordedEvent[], count: (name: string) => void): string[] => {
  const problems: string[] = []
  const named = (event: RecordedEvent) => `${outcomeIn(event).targetFormat} ${outcomeIn(event).attempt}`
  const isEnd = ({ type }: RecordedEvent) => type === 'ModelConversionCompleted' || type === 'ModelConversionFailed'
  const requests = history.filter(({ type }) => type === 'ModelConversionRequested')
  for (const name of new Set(requests.map(named))) {
    const times = requests.filter((event) => named(event) === name).length
    if (times > 1) problems.push(`conversion ${name} was requested ${times} times`)
    const ends = history.filter((event) => isEnd(event) && named(event) === name)
    if (ends.length !== 1)
      problems.push(`conversion ${name} ended ${ends.map(({ type }) => type).join(' and ') || 'never'}`)
    count(ends[0]?.type ?? 'conversion never')
  }
  return problems
}
