import { randomUUID } from 'node:crypto'
import { collections } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { type AnyDecider, stateOf } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import type { EventStore, NewEvent } from '#eventstore'
import { loreName, seeded } from '../../../demo/grammar.ts'
import { planLarge } from '../../../demo/large-plan.ts'
import { connectEventStore } from '../../../eventstore/client.ts'
import type { BenchOptions } from './bench.ts'
import type { Installation } from './installation.ts'
import { forEach, type Person, signUp, tableOf } from './people.ts'

/** The large demo, and who looks at it. */
export interface EndlessCoast {
  owner: Person
  campaignId: string
  /** A folder with a fifth of all lore. */
  shelfId: string
  /** The folders on the way to one of the deepest, from the root down. */
  way: string[]
}

/**
 * Fills an installation with the large demo and as many pictures as a fifth of it. The deciders decide every event, and the
 * installation's own projector takes them in; only HTTP is left out.
 */
export async function fillEndlessCoast(
  { url, eventStore }: Installation,
  size: number,
  { stopping }: Pick<BenchOptions, 'stopping'>,
): Promise<EndlessCoast> {
  const store = connectEventStore({ url: eventStore })
  stopping.add('event store connection', () => store.close())
  const owner = await signUp(url, 'Ines')
  const { name, levels, pages } = planLarge(size)
  const campaignId = await tableOf([owner, await signUp(url, 'Wren')], name)
  const userId = owner.id

  const makings = levels.flat().map(({ id, name, parentId }) => ({
    type: 'CreateCollection',
    data: { campaignId, collectionId: id, name, parentCollectionId: parentId, userId, visibility: 'CAMPAIGN' },
  }))
  await append(store, collections, campaignId, userId, makings)
  await forEach(pages, 64, ({ id, collectionId, name, description, tags, visibility }) => {
    const data = { conjurationId: id, userId, campaignId, collectionId, visibility, name, description, tags }
    return append(store, conjurations, id, userId, [{ type: 'CreateConjuration', data: { ...data, copyOf: null } }])
  })
  const random = seeded(size)
  const pictures = Array.from({ length: Math.ceil(size / 5) }, () => ({ id: randomUUID(), name: loreName(random) }))
  await forEach(pictures, 64, ({ id, name }) => {
    const file = { key: `images/${id}.webp`, mime: 'image/webp', width: 1344, height: 768, size: 180_000 }
    const data = { imageId: id, userId, campaignId, conjurationId: null, name, file }
    return append(store, images, id, userId, [{ type: 'UploadImage', data }])
  })
  await caughtUp(owner, await store.head())
  const parents = new Map(levels.flat().map(({ id, parentId }) => [id, parentId]))
  const way: string[] = []
  for (let at = levels.at(-1)?.[0]?.id ?? null; at; at = parents.get(at) ?? null) way.unshift(at)
  return { owner, campaignId, shelfId: levels[0]?.[0]?.id ?? '', way }
}

type Command = { type: string; data: unknown }

/** What the decider decides of these commands on a new stream, as they would be appended one by one. */
async function append(store: EventStore, decider: AnyDecider, id: string, actor: string, commands: Command[]) {
  let state = decider.initial
  const events: NewEvent[] = []
  for (const { type, data } of commands) {
    const decided: Command[] = decider.decide[type]?.(state, decider.commands[type].parse(data)) ?? []
    const commandId = randomUUID()
    const metadata = { actor, commandId, correlationId: commandId, requestId: randomUUID() }
    events.push(...decided.map((event) => ({ id: randomUUID(), ...event, metadata })))
    state = stateOf({ ...decider, initial: state }, decided as never)
  }
  for (let from = 0; from < events.length; from += 500)
    await store.append(`${decider.category}-${id}`, events.slice(from, from + 500), 'any')
}

/** Asks until the views are there: each time waits as long as the installation does. */
async function caughtUp(owner: Person, position: bigint) {
  const waited = (error: unknown) => {
    if (!String(error).includes('not_caught_up')) throw error
    return false
  }
  while (!(await owner.at(position).then(() => true, waited)));
}
