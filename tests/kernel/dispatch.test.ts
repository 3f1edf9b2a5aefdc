import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { conjurations } from '#domain/conjurations.ts'
import type { MessageOf } from '#domain/decider.ts'
import type { Metadata } from '#domain/metadata.ts'
import {
  accountContext,
  asInitiator,
  jobContext,
  sessionContext,
  timerContext,
  webhookContext,
} from '../../backend/commands/context.ts'
import { dispatcher, eventIdOf } from '../../backend/commands/dispatch.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { derivedId, eventId } from '../../backend/commands/ids.ts'
import { memoryStore } from '../memory-store.ts'

type Command = MessageOf<typeof conjurations.commands>

const [conjurationId, userId, actId] = [randomUUID(), randomUUID(), randomUUID()]
const session = { userId, impersonatorId: null }
const request = { requestId: 'request', isOperation: false }
const byPerson = (id: string = actId) => sessionContext(id, session, request)

const create: Command = {
  type: 'CreateConjuration',
  data: {
    conjurationId,
    userId,
    campaignId: null,
    collectionId: null,
    visibility: 'DM',
    name: 'Hesper',
    description: '',
    tags: [],
    copyOf: null,
  },
}
const rename = (name: string): Command => ({ type: 'RenameConjuration', data: { conjurationId, name } })
const describeAs = (description: string): Command => ({
  type: 'DescribeConjuration',
  data: { conjurationId, description },
})
const see = (visibility: 'DM' | 'CAMPAIGN'): Command => ({
  type: 'ChangeConjurationVisibility',
  data: { conjurationId, visibility },
})

/** A store with lore in it, and a way to ask each time as another process would. */
const lore = async () => {
  const store = memoryStore()
  const appends: number[] = []
  const counting: typeof store = {
    ...store,
    append(stream, events, expected) {
      appends.push(events.length)
      return store.append(stream, events, expected)
    },
  }
  const process = () => dispatcher(commandHandler(counting))
  await process().dispatch(byPerson(randomUUID()), conjurations, conjurationId, create)
  appends.length = 0
  return { store, appends, process, types: () => store.log.map(({ type }) => type) }
}

describe('a context', () => {
  const sent = async (context: Parameters<ReturnType<typeof dispatcher>['dispatch']>[0], command = rename('Quill')) => {
    const said: Metadata[] = []
    const outcome = { position: 1n, revision: 0n, events: 1 }
    const { dispatch } = dispatcher({
      async handle(_decider, _stream, _command, metadata) {
        said.push(metadata)
        return outcome
      },
      stateOf: async () => conjurations.initial as never,
    })
    await dispatch(context, conjurations, conjurationId, command)
    return said[0]
  }
  const at = '2026-11-22T20:00:00.000Z'
  const event = {
    id: 'event',
    at,
    metadata: { actor: userId, impersonator: 'admin', commandId: 'c', correlationId: 'flow', operationId: 'o' },
  }

  it('is a person’s request, with ids that are what they always were', async () => {
    const commandId = derivedId(actId, 'RenameConjuration', conjurationId)
    const said = { actor: userId, commandId, correlationId: actId, requestId: 'request' }
    expect(await sent(byPerson())).toEqual(said)
    const asked = { requestId: 'request', isOperation: true }
    const acting = sessionContext(actId, { userId, impersonatorId: 'admin' }, asked)
    expect(await sent(acting)).toEqual({ ...said, impersonator: 'admin', operationId: actId })
    expect(eventIdOf(byPerson(), conjurations, conjurationId, { type: 'RenameConjuration', index: 0 })).toBe(
      eventId(commandId, `conjurations-${conjurationId}`, 0),
    )
  })

  it('is a job, as the system or as whoever set it in motion', async () => {
    const job = jobContext('follow', event)
    const commandId = derivedId('follow', 'event', 'RenameConjuration', conjurationId)
    const said = { actor: 'system', impersonator: 'admin', commandId, correlationId: 'flow', causationId: 'event', at }
    expect(await sent(job)).toEqual(said)
    expect(await sent(asInitiator(job, event))).toEqual({ ...said, actor: userId, operationId: 'o' })
  })

  it('is what the sign-in library did, whoever tells it', async () => {
    const commandId = derivedId('account', userId, 'signed in', 's')
    const said = { actor: userId, commandId, correlationId: commandId }
    expect(await sent(accountContext({ actor: userId, requestId: 'r' }, userId, 'signed in', 's'))).toEqual({
      ...said,
      requestId: 'r',
    })
    expect(await sent(accountContext({}, userId, 'signed in', 's'))).toEqual({ ...said, actor: 'system' })
  })

  it('is a webhook or a timer, the same however often it comes', async () => {
    const [first, again] = [
      await sent(webhookContext('stripe', 'evt_1')),
      await sent(webhookContext('stripe', 'evt_1')),
    ]
    expect(first).toMatchObject({ actor: 'stripe' })
    expect(again).toEqual(first)
    expect((await sent(webhookContext('stripe', 'evt_2')))?.commandId).not.toBe(first?.commandId)
    const [round, same] = [await sent(timerContext('renew', '2026-11')), await sent(timerContext('renew', '2026-11'))]
    expect(round).toMatchObject({ actor: 'system' })
    expect(same).toEqual(round)
  })
})

describe('several commands of one context', () => {
  it('of one type to one stream are refused, where they would be taken for one', async () => {
    const { process, appends } = await lore()
    const { dispatch } = process()
    const context = byPerson()
    await dispatch(context, conjurations, conjurationId, rename('A'))
    const second = () => dispatch(context, conjurations, conjurationId, rename('B'))
    await expect(second()).rejects.toThrow('A second RenameConjuration')
    const both = () => dispatch(byPerson(), conjurations, conjurationId, [rename('A'), rename('B')])
    await expect(both()).rejects.toThrow('A second RenameConjuration')
    expect(appends).toEqual([1])
  })

  it('back to what was said first are refused as well', async () => {
    const { process } = await lore()
    const { dispatch } = process()
    const context = byPerson()
    await dispatch(context, conjurations, conjurationId, rename('A'))
    await dispatch(context, conjurations, conjurationId, { ...rename('B'), item: 'b' })
    await expect(dispatch(context, conjurations, conjurationId, rename('A'))).rejects.toThrow('needs an item')
  })

  it('are each done once, where each names its item; a redelivery that begins in the middle repeats none', async () => {
    const { process, types } = await lore()
    const context = () => jobContext('loop', { id: 'event', at: '2026-11-22T20:00:00.000Z', metadata: byMetadata })
    const items = ['A', 'B', 'C'].map((name) => ({ ...rename(name), item: name }))
    const run = async (some: typeof items, { dispatch } = process(), one = context()) => {
      for (const item of some) await dispatch(one, conjurations, conjurationId, item)
    }
    await run(items.slice(0, 2))
    await run(items.slice(1))
    expect(types().slice(1)).toEqual(['ConjurationRenamed', 'ConjurationRenamed', 'ConjurationRenamed'])
  })

  it('may say the same again', async () => {
    const { process, appends } = await lore()
    const { dispatch } = process()
    const context = byPerson()
    const first = await dispatch(context, conjurations, conjurationId, rename('A'))
    expect(await dispatch(context, conjurations, conjurationId, rename('A'))).toEqual(first)
    expect(appends).toEqual([1])
  })
})

const byMetadata = { actor: userId, commandId: 'c', correlationId: 'flow' }

describe('several commands that are decided as one', () => {
  const change = [see('CAMPAIGN'), rename('Quill'), describeAs('Keeps the tide tables.')]

  it('are one append, and what widens who sees the thing stands last', async () => {
    const { process, appends, store } = await lore()
    const outcome = await process().dispatch(byPerson(), conjurations, conjurationId, change)
    expect(outcome).toMatchObject({ position: 4n, revision: 3n, events: 3 })
    expect(appends).toEqual([3])
    const appended = store.log.slice(1)
    expect(appended.map(({ type }) => type)).toEqual([
      'ConjurationRenamed',
      'ConjurationDescribed',
      'ConjurationVisibilityChanged',
    ])
    expect(new Set(appended.map(({ metadata }) => metadata.decisionId)).size).toBe(1)
    expect(appended.map(({ id }) => id)).toEqual(
      ['RenameConjuration', 'DescribeConjuration', 'ChangeConjurationVisibility'].map((type) =>
        eventIdOf(byPerson(), conjurations, conjurationId, { type, index: 0 }),
      ),
    )
  })

  it('repeat nothing, not what had nothing to do the first time either', async () => {
    const { process, appends } = await lore()
    const asked = [rename('Hesper'), describeAs('Keeps the tide tables.')]
    const here = process()
    const first = await here.dispatch(byPerson(), conjurations, conjurationId, asked)
    await process().dispatch(byPerson(randomUUID()), conjurations, conjurationId, rename('Another'))
    expect(await here.dispatch(byPerson(), conjurations, conjurationId, asked)).toEqual(first)
    expect(await process().dispatch(byPerson(), conjurations, conjurationId, asked)).toEqual(first)
    expect(appends).toEqual([1, 1])
  })

  it('happen all or not at all', async () => {
    const { process, appends } = await lore()
    const remove: Command = { type: 'DeleteConjuration', data: { conjurationId, operationId: actId } }
    const asked = [describeAs('Gone.'), remove, rename('Quill')]
    await expect(process().dispatch(byPerson(), conjurations, conjurationId, asked)).rejects.toThrow(
      'conjuration_not_found',
    )
    expect(appends).toEqual([])
  })

  it('end what an older version began one by one, and are known to it', async () => {
    const { process, appends, types } = await lore()
    // As they were sent before: each by itself, until the process died.
    await process().dispatch(byPerson(), conjurations, conjurationId, rename('Quill'))
    await process().dispatch(byPerson(), conjurations, conjurationId, change)
    expect(types().slice(1)).toEqual(['ConjurationRenamed', 'ConjurationDescribed', 'ConjurationVisibilityChanged'])
    expect(appends).toEqual([1, 2])
    await process().dispatch(byPerson(randomUUID()), conjurations, conjurationId, describeAs('Otherwise.'))
    const { dispatch } = process()
    for (const one of change) await dispatch(byPerson(), conjurations, conjurationId, one)
    await dispatch(byPerson(), conjurations, conjurationId, change)
    expect(appends).toEqual([1, 2, 1])
  })
})
