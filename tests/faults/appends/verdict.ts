import type { History, Recorded } from './clients.ts'
import { deviation, entry, type Followed } from './followers.ts'
import { findContradiction } from './linearizable.ts'
import { streamModel } from './stream-model.ts'

/** An event as the database has it, which no part of the store had a hand in reading. */
export interface Stored {
  position: bigint
  stream: string
  revision: bigint
  id: string
}

/** Everything that history and followers say against the log, in words. */
export function complaints(history: History, followers: readonly Followed[], log: readonly Stored[]): string[] {
  const byStream = Map.groupBy(log, ({ stream }) => stream)
  const operations = Map.groupBy(history.operations, ({ stream }) => stream)
  return [
    ...history.differences,
    ...[...operations].flatMap(([stream, its]) => [
      ...disorder(stream, lookedUp(its, byStream.get(stream) ?? [])),
      ...misplaced(stream, its, byStream.get(stream) ?? []),
    ]),
    ...overtaken(history.operations),
    ...invented(history.operations, log),
    ...followers.flatMap((follower) => mistold(follower, follower.stream ? byStream.get(follower.stream) : log)),
  ]
}

/**
 * What nobody knows the outcome of is as the log has it: nothing is ever taken out of a stream, so what is not there has not happened.
 * Left open, each such append that would be taken at any revision doubles what there is to search, at every step.
 */
const lookedUp = (operations: readonly Recorded[], log: readonly Stored[]): Recorded[] => {
  const revisions = new Map(log.map(({ id, revision }) => [id, revision]))
  return operations.flatMap((seen) => {
    if (seen.op.kind === 'read' || seen.op.told !== 'unknown') return [seen]
    const told = revisions.get(seen.op.ids.at(-1) ?? '')
    return told === undefined ? [] : [{ ...seen, op: { ...seen.op, told } }]
  })
}

const disorder = (stream: string, operations: readonly Recorded[]): string[] => {
  const found = findContradiction(streamModel, operations)
  if (!found) return []
  const stuck = found.stuck.map((op) =>
    JSON.stringify(op, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  )
  return [`${stream}: after ${found.ordered.length} operations, in no order: ${stuck.join(' or ')}`]
}

/** Acknowledged events are at the revisions that were told, once; refused ones nowhere; unknown ones whole or not at all. */
const misplaced = (stream: string, operations: readonly Recorded[], log: readonly Stored[]): string[] => {
  const places = Map.groupBy(log, ({ id }) => id)
  const gaps = log.flatMap(({ revision }, index) =>
    revision === BigInt(index) ? [] : [`${stream}: ${revision} at ${index}`],
  )
  const wrong = operations.flatMap(({ op }) => {
    if (op.kind === 'read') return []
    const found = op.ids.map((id) => (places.get(id) ?? []).map(({ revision }) => revision))
    const first = typeof op.told === 'bigint' ? op.told - BigInt(op.ids.length) + 1n : found[0]?.[0]
    const isThere =
      first !== undefined && found.every((at, index) => at.length === 1 && at[0] === first + BigInt(index))
    const isNowhere = found.every(({ length }) => length === 0)
    const fits = typeof op.told === 'bigint' ? isThere : op.told === 'conflict' ? isNowhere : isThere || isNowhere
    return fits ? [] : [`${stream}: ${op.ids.join()} told ${op.told}, found at ${JSON.stringify(found.map(String))}`]
  })
  return [...gaps, ...wrong]
}

/** What was answered before another was asked has the lower position, in whichever streams they are. */
const overtaken = (operations: readonly Recorded[]): string[] => {
  const placed = operations.flatMap(({ position, ...seen }) => (position === undefined ? [] : [{ ...seen, position }]))
  const byReturn = placed.toSorted((a, b) => a.returned - b.returned).values()
  let [last, highest] = [byReturn.next().value, -1n]
  return placed
    .toSorted((a, b) => a.called - b.called)
    .flatMap(({ called, position, stream }) => {
      for (; last && last.returned < called; last = byReturn.next().value)
        if (last.position > highest) highest = last.position
      return position > highest ? [] : [`${stream}: ${position} was given after ${highest} had been answered`]
    })
}

/** Streams of an earlier try are not ours to speak of. */
const invented = (operations: readonly Recorded[], log: readonly Stored[]): string[] => {
  const ours = new Set(operations.map(({ stream }) => stream))
  const asked = new Set(operations.flatMap(({ op }) => (op.kind === 'append' ? op.ids : [])))
  return log.flatMap(({ id, stream }) =>
    asked.has(id) || !ours.has(stream) ? [] : [`${stream}: ${id} is there, and nobody appended it`],
  )
}

const mistold = ({ name, after, got, stream }: Followed, log: readonly Stored[] = []): string[] => {
  const expected = log.map(({ position, revision, id }) => [stream ? revision : position, id] as const)
  const wrong = deviation(
    got,
    expected.filter(([place]) => place > after).map(([place, id]) => entry(place, id)),
  )
  return wrong ? [`${name}: ${wrong}`] : []
}
