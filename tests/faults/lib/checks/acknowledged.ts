import type { RecordedEvent } from '#eventstore'
import type { Issued } from '../history.ts'

/**
 * What people were told against what is in the log: each acknowledged command's events once, at the position of its receipt or before it in one append;
 * nothing of a refused one; and of one whose outcome nobody knows, nothing twice.
 */
export function checkAcknowledged(commands: readonly Issued[], events: readonly RecordedEvent[]): string[] {
  // What reactors do about it later has no request; what follows from another event of the same act does.
  const caused = Map.groupBy(
    events.filter(({ metadata }) => metadata.requestId !== undefined),
    ({ metadata }) => String(metadata.correlationId),
  )
  const everything = Map.groupBy(events, ({ metadata }) => String(metadata.correlationId))
  return commands.flatMap((command) => {
    // An operation is done by a job, and the answer waits for its end.
    const isOperation = 'OperationBegun' in command.wanted.emits
    const found = isOperation ? untilEnded(everything.get(command.act) ?? []) : (caused.get(command.act) ?? [])
    const { who, wanted, outcome, tries } = command
    const name = `${who}'s ${wanted.method} ${wanted.path} (${outcome ?? 'never answered'} after ${tries.length} tries)`
    return complaints(command, found, events).map((complaint) => `${name}: ${complaint}`)
  })
}

const untilEnded = (events: readonly RecordedEvent[]): readonly RecordedEvent[] => {
  const end = events.findLastIndex(({ type }) => type === 'OperationEnded')
  return end < 0 ? events : events.slice(0, end + 1)
}

/** Commands that come at once are appended as one, and all told its end: nothing of another stream lies between. */
const isOneAppend = (log: readonly RecordedEvent[], last: RecordedEvent, told: bigint | undefined): boolean => {
  const [from, to] = [log.indexOf(last), log.findIndex(({ position }) => position === told)]
  return to >= from && log.slice(from, to + 1).every(({ stream }) => stream === last.stream)
}

const complaints = (
  { wanted, outcome, position }: Issued,
  found: readonly RecordedEvent[],
  log: readonly RecordedEvent[],
): string[] => {
  if (outcome === 'refused') return found.length > 0 ? [`is in the log, as ${found.map(({ type }) => type)}`] : []
  const problems: string[] = []
  const types = new Set([...Object.keys(wanted.emits), ...found.map(({ type }) => type)])
  for (const type of types) {
    const count = found.filter((event) => event.type === type).length
    const [least, most] = wanted.emits[type] ?? [0, 0]
    if (count > most || (outcome === 'acknowledged' && count < least))
      problems.push(`${type} is in the log ${count} times`)
  }
  const last = found.at(-1)
  if (outcome === 'acknowledged' && last && last.position !== position && !isOneAppend(log, last, position))
    problems.push(`was told position ${position}, and its last event is at ${last.position}`)
  return problems
}

/** What a rule may say to people who do what they do at the same time; their deeds are such that nothing else is refused. */
const lawful = [
  ...['collection_inside_itself', 'collection_inside_descendant'],
  // It is still being drawn, or so much is asked of it.
  ...['image_not_ready', 'too_many_edits_waiting', 'too_many_edits', 'extended_too_far'],
]

/** What people were told that nobody should be told: a fault, a refusal that no rule makes, no sentence, or nothing at all. */
export function checkAnswers(commands: readonly Issued[]): string[] {
  const counted = new Map<string, number>()
  for (const { tries, outcome, wanted } of commands) {
    for (const { answer, code } of tries) {
      const isFault = answer === 'hung' || (typeof answer === 'number' && answer >= 500 && answer !== 503)
      const wordless = typeof answer === 'number' && answer >= 400 && code === undefined
      const isLawful = [...lawful, ...(wanted.refusals ?? [])].includes(code ?? '')
      const lawless = typeof answer === 'number' && answer >= 400 && answer < 500 && !isLawful
      if (!isFault && !wordless && !lawless) continue
      const words = `${answer}${code ? ` (${code})` : wordless ? ' without a sentence' : ''}`
      counted.set(words, (counted.get(words) ?? 0) + 1)
    }
    if (outcome === undefined) counted.set('no answer in the end', (counted.get('no answer in the end') ?? 0) + 1)
  }
  return [...counted].map(([words, count]) => `${count} × ${words}`)
}
