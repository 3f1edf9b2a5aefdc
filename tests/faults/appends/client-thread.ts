import { parentPort, workerData } from 'node:worker_threads'
import { type Appended, type EventStore, EventStoreUnavailable, RevisionConflict } from '#eventstore'
import { oneOf, type Random, seeded } from '../../../demo/grammar.ts'
import { connectEventStore } from '../../../eventstore/client.ts'
import { type Asked, type ClientData, newAppend, type Said } from './said.ts'

/**
 * A program with one connection and some users, who append to the same streams, each at the revision it believes in, and read them. It
 * tells what it asks before it asks it, so that it can be ended at any moment.
 */
const { url, streams, clients, seed, clock, inherited } = workerData as ClientData
const port = parentPort
if (!port) throw new Error('This runs as a thread')
const store: EventStore = connectEventStore({ url })
const say = (said: Said) => port.postMessage(said)
const now = () => Atomics.add(clock, 0, 1)
let stopping = false
port.on('message', () => {
  stopping = true
})

type Answer = Appended | 'conflict' | undefined

const ask = ({ stream, events, expected }: Asked): Promise<Answer> =>
  store.append(stream, events, expected).catch((error: unknown) => {
    if (error instanceof RevisionConflict) return 'conflict'
    if (error instanceof EventStoreUnavailable) return undefined
    throw error
  })

const inWords = (answer: Answer) =>
  typeof answer === 'object' ? `revision ${answer.revision} at position ${answer.position}` : 'conflict'

/** Appends until it is known what became of it; says so at the first answer, and when a later one is not the same. */
const append = async (asked: Asked, random: Random): Promise<Answer> => {
  let first: Answer
  const once = async () => {
    const answer = await ask(asked)
    if (answer === undefined) return
    const told = answer === 'conflict' ? answer : answer.revision
    const position = answer === 'conflict' ? undefined : answer.position
    if (first === undefined) say({ kind: 'answered', called: asked.called, returned: now(), told, position })
    first ??= answer
    if (inWords(first) === inWords(answer)) return
    say({ kind: 'difference', text: `${asked.stream}: ${inWords(first)}, and asked again ${inWords(answer)}` })
  }
  // Now and then the same is asked twice at once, and once more: browsers repeat what they believe lost.
  await Promise.all(random() < 0.05 ? [once(), once()] : [once()])
  while (first === undefined && !stopping) await once()
  if (random() < 0.05) await once()
  return first
}

const user = async (random: Random, open: readonly Asked[]) => {
  const believed = new Map<string, bigint>()
  const read = async (stream: string) => {
    const called = now()
    const { revision } = await store.read(stream, { backwards: true, limit: 1 })
    believed.set(stream, revision)
    say({ kind: 'read', stream, called, returned: now(), told: revision })
  }
  for (const asked of open) await append(asked, random)
  while (!stopping) {
    const stream = oneOf(random, streams)
    if (random() < 0.15) {
      await read(stream)
      continue
    }
    const asked = newAppend(stream, random, believed.get(stream) ?? -1n, now())
    say({ kind: 'asked', asked })
    const answer = await append(asked, random)
    if (typeof answer === 'object') believed.set(stream, answer.revision)
    else await read(stream)
  }
}

await Promise.all(
  Array.from({ length: clients }, (_, n) => {
    const mine = inherited.filter((_, index) => index % clients === n)
    return user(seeded(seed * 1000 + n), mine)
  }),
)
await store.close()
port.close()
