import { randomUUID } from 'node:crypto'
import { connectEventStore } from '../../eventstore/client.ts'
import type { EventStore } from '../../eventstore/index.ts'
import type { Bench } from './lib/bench.ts'
import { quantile, verdict, written } from './lib/figures.ts'
import { openInstallation } from './lib/installation.ts'
import { forEach, type Person, signUp } from './lib/people.ts'

/** Lore of somebody that hangs in a folder, as their commands would have made it. */
const fill = async (
  store: EventStore,
  someone: Person,
  place: { campaignId: string; collectionId: string },
  count: number,
) => {
  const made = {
    ...place,
    userId: someone.id,
    visibility: 'CAMPAIGN',
    name: 'Lore',
    description: '',
    tags: [],
    copyOf: null,
  }
  const positions = await forEach(Array.from({ length: count }), 50, async () => {
    const conjurationId = randomUUID()
    const ids = { actor: someone.id, commandId: randomUUID(), correlationId: randomUUID() }
    const event = { id: randomUUID(), type: 'ConjurationCreated', data: { conjurationId, ...made }, metadata: ids }
    return (await store.append(`conjurations-${conjurationId}`, [event], 'none')).position
  })
  await someone.at(positions.toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? 0n)
}

interface Seen {
  seconds: number
  count: number
  /** How often its figure had moved on when somebody looked. */
  steps: number
  /** Milliseconds of each look. */
  looks: number[]
  /** Milliseconds of somebody else's commands meanwhile. */
  writes: number[]
}

/** Looks at an operation until it is so far, as a screen would, while somebody else goes on writing. */
async function watch(someone: Person, other: () => Promise<unknown>, id: string, until: string): Promise<Seen> {
  const [looks, writes]: [number[], number[]] = [[], []]
  const timed = async (times: number[], work: () => Promise<unknown>) => {
    const since = performance.now()
    const answer = await work()
    times.push(performance.now() - since)
    return answer
  }
  const since = performance.now()
  const figures = new Set<number>()
  for (;;) {
    const [operation] = await Promise.all([
      timed(looks, () => someone.send('GET', `/operations/${id}`)) as Promise<Record<string, unknown>>,
      timed(writes, other),
    ])
    figures.add(Number(operation.done))
    if (operation.status === until)
      return {
        seconds: (performance.now() - since) / 1000,
        count: Number(operation.count),
        steps: figures.size,
        looks,
        writes,
      }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export const bench: Bench = {
  what: 'All lore of a folder moved to another campaign and taken back, each as one operation, while somebody else writes.',
  async run({ quick, say, ...options }) {
    const count = quick ? 100 : 10_000
    const { url, eventStore } = await openInstallation(options)
    const store = connectEventStore({ url: eventStore })
    options.stopping.add('event store', () => store.close())
    const someone = await signUp(url, 'Mover')
    const writer = await signUp(url, 'Writer')
    const { id: from } = await someone.send('POST', '/campaigns', { name: 'From' })
    const { id: to } = await someone.send('POST', '/campaigns', { name: 'To' })
    const { id: shelf } = await someone.send('POST', '/collections', { campaignId: from, name: 'Shelf' })
    const { id: theirs } = await writer.send('POST', '/campaigns', { name: 'Elsewhere' })
    const write = () => writer.send('POST', '/conjurations', { campaignId: theirs, name: 'Meanwhile' })

    say(`filling ${count} items`)
    await fill(store, someone, { campaignId: from, collectionId: shelf }, count)

    say('moving')
    const within = `/collections/${shelf}/conjurations/move-to-campaign`
    const begun = await someone.send('POST', within, { campaignId: to })
    const operationId = String(begun.operationId)
    const moved = await watch(someone, write, operationId, 'ENDED')
    say('taking back')
    await someone.send('POST', `/operations/${operationId}/undo`, {})
    const back = await watch(someone, write, operationId, 'UNDONE')
    for (const { count: done } of [moved, back]) if (done !== count) throw new Error(`${done} of ${count} were done`)

    const row = (name: string, { seconds, steps, looks, writes }: Seen) => [
      name,
      written(seconds),
      verdict({ name: 'items/s', value: count / seconds, atLeast: 100 }),
      written(steps),
      `${written(quantile(looks, 0.5))} / ${written(quantile(looks, 0.99))}`,
      `${written(quantile(writes, 0.5))} / ${written(quantile(writes, 0.99))}`,
    ]
    return [
      {
        title: `${written(count)} items of lore`,
        columns: [
          '',
          's',
          'reach',
          'figures of progress',
          'progress, ms, p50 / p99',
          'another’s command, ms, p50 / p99',
        ],
        rows: [row('moved', moved), row('taken back', back)],
        notes: [
          'Progress is asked for every 100 ms; a browser is told on a topic. All items were moved, and all came back.',
        ],
      },
    ]
  },
}
