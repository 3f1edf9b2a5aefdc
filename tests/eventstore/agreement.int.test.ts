import { randomUUID } from 'node:crypto'
import {
  ANY,
  type AppendExpectedRevision,
  BACKWARDS,
  binaryEvent,
  END,
  EventStoreDBClient,
  eventTypeFilter,
  jsonEvent,
  NO_STREAM,
  type ResolvedEvent,
  START,
  STREAM_EXISTS,
  streamNameFilter,
} from '@eventstore/db-client'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshEventStore, freshStream } from './embedded.ts'

/**
 * What EventStoreDB 23.10.6 answers where one would not expect it, asked by its own client. A case is asked of the embedded event store
 * and, where `EVENTSTORE_URL` is set, of that one too; but those that do harm there, which say so.
 */
interface Case {
  what: string
  ask: (client: EventStoreDBClient) => Promise<unknown>
  answer: unknown
  /** What the real one does instead. */
  elsewhere?: string
}

const event = (id = randomUUID()) => jsonEvent({ id, type: 'Numbered', data: { n: 1 } })
const events = (count: number) => Array.from({ length: count }, () => event())
const sized = (bytes: number, metadata?: Buffer) =>
  binaryEvent({ type: 'Sized', data: Buffer.alloc(bytes, 1), ...(metadata ? { metadata } : {}) })
const metadata = (data: object) => jsonEvent({ type: '$metadata', data: data as Record<string, number> })
const link = (to: string) => binaryEvent({ type: '$>', data: Buffer.from(to) })

/** The client takes it for a tombstone too, though its types do not say so. */
const existing = STREAM_EXISTS as unknown as typeof ANY

/** What came of it: the value, or the name of the error. */
const told = (promise: Promise<unknown>) =>
  promise.catch((error: Error) => (error instanceof Error ? error.constructor.name : String(error)))
const revisionOf = async (appended: Promise<{ nextExpectedRevision: bigint }>) =>
  told(appended.then(({ nextExpectedRevision }) => nextExpectedRevision))

async function read(
  client: EventStoreDBClient,
  stream: string,
  options: Parameters<EventStoreDBClient['readStream']>[1] = {},
) {
  const found: ResolvedEvent[] = []
  for await (const one of client.readStream(stream, options)) found.push(one as ResolvedEvent)
  return found
}
const revisions = (client: EventStoreDBClient, stream: string, options = {}) =>
  told(read(client, stream, options).then((found) => found.map(({ event: one }) => one?.revision)))
/** What a read with links resolved gives: `revision@stream` of what is pointed to, and whether the link came with it. */
const resolved = (client: EventStoreDBClient, stream: string) =>
  read(client, stream, { resolveLinkTos: true }).then((found) =>
    found.map((one) => [one.event ? one.event.type : undefined, one.link?.type]),
  )

async function deleted(client: EventStoreDBClient, count = 3) {
  const stream = freshStream()
  const first = events(count)
  await client.appendToStream(stream, first, { expectedRevision: NO_STREAM })
  await client.deleteStream(stream)
  return { stream, first }
}
async function described(client: EventStoreDBClient) {
  const stream = freshStream()
  await client.setStreamMetadata(stream, { colour: 'red' })
  return stream
}
async function entombed(client: EventStoreDBClient) {
  const stream = freshStream()
  const first = events(2)
  await client.appendToStream(stream, first)
  await client.tombstoneStream(stream)
  return { stream, first }
}
/** Of a stream of ten with these metadata, the revisions that are left. */
const left = async (client: EventStoreDBClient, what: Parameters<EventStoreDBClient['appendToStream']>[1]) => {
  const stream = freshStream()
  await client.appendToStream(stream, events(10))
  await client.appendToStream(`$$${stream}`, what)
  return revisions(client, stream)
}
/** The first events that a filter lets through of four types in a stream of their own. */
async function filtered(client: EventStoreDBClient, regex: string, count: number) {
  const types = ['loud-1', 'LOUD-2', 'quiet-3', 'end-٣']
  // By their ids: a store may put any positions between the events of one append.
  const appended = types.map((type) => jsonEvent({ type, data: {}, id: randomUUID() }))
  await client.appendToStream(freshStream(), appended)
  const ids = new Set(appended.map(({ id }) => id))
  const got: string[] = []
  const subscription = client.subscribeToAll({ fromPosition: START, filter: eventTypeFilter({ regex }) })
  for await (const { event: one } of subscription) {
    if (one && ids.has(one.id)) got.push(one.type)
    if (got.length >= count) break
  }
  await subscription.unsubscribe()
  return got.slice(-count)
}

const expectations: [AppendExpectedRevision, string][] = [
  [ANY, 'any'],
  [STREAM_EXISTS, 'exists'],
]

const cases: Record<string, Case[]> = {
  'a batch append that is malformed is answered alone:': [
    ...(
      [
        ['an id that is no UUID', freshStream(), jsonEvent({ id: 'nonsense', type: 'T', data: {} })],
        ['an empty type', freshStream(), jsonEvent({ type: '', data: {} })],
        ['the nil UUID', freshStream(), event('00000000-0000-0000-0000-000000000000')],
        ['a name that is empty', '', event()],
        ['the name $$', '$$', event()],
      ] as const
    ).map(([what, stream, bad]) => ({
      what,
      ask: async (client: EventStoreDBClient) => {
        const others = Array.from({ length: 20 }, () => freshStream())
        const appends = others.map((one) => client.appendToStream(one, event()))
        const refused = told(client.appendToStream(stream, bad as ReturnType<typeof event>))
        const after = others.map((one) => client.appendToStream(one, event()))
        const done = await Promise.all([...appends, ...after])
        return [await refused, done.filter(({ success }) => success).length]
      },
      answer: ['UnknownError', 40],
      elsewhere: 'answers twice, or ends',
    })),
    {
      what: 'with what is wrong in words',
      ask: (client) =>
        client.appendToStream(freshStream(), jsonEvent({ type: '', data: {} })).catch(({ message }: Error) => message),
      answer: expect.stringContaining('an event needs a type'),
      elsewhere: 'answers twice',
    },
  ],

  'a deadline': [
    ...[1, 0, -5000].map((deadline) => ({
      what: `of ${deadline} ms is exceeded, and nothing is written`,
      ask: async (client: EventStoreDBClient) => {
        const stream = freshStream()
        await client.appendToStream(freshStream(), event())
        const late = await told(client.appendToStream(stream, event(), { deadline }))
        await client.appendToStream(freshStream(), event())
        return [late, await revisions(client, stream)]
      },
      answer: ['DeadlineExceededError', 'StreamNotFoundError'],
    })),
    {
      what: 'that is far is kept',
      ask: (client) => revisionOf(client.appendToStream(freshStream(), event(), { deadline: 9000 })),
      answer: 0n,
    },
  ],

  'the size of an append': [
    {
      what: 'is that of its data, up to 1,048,576 bytes',
      ask: (client) => revisionOf(client.appendToStream(freshStream(), sized(1_048_576, Buffer.alloc(100_000, 1)))),
      answer: 0n,
    },
    {
      what: 'is too large with one byte more',
      ask: (client) => told(client.appendToStream(freshStream(), sized(1_048_577))),
      answer: 'MaxAppendSizeExceededError',
    },
    {
      what: 'is that of all its events',
      ask: (client) => told(client.appendToStream(freshStream(), [sized(524_288), sized(524_289)])),
      answer: 'MaxAppendSizeExceededError',
    },
  ],

  'a link': [
    {
      what: 'is resolved where that is asked for',
      ask: async (client) => {
        const [target, stream] = [freshStream(), freshStream()]
        await client.appendToStream(target, events(2))
        await client.appendToStream(stream, [link(`1@${target}`), event()])
        return [await resolved(client, stream), (await read(client, stream)).map(({ event: one }) => one?.type)]
      },
      answer: [
        [
          ['Numbered', '$>'],
          ['Numbered', undefined],
        ],
        ['$>', 'Numbered'],
      ],
    },
    {
      what: 'to what is not there, deleted, cut off or gone for good comes alone',
      ask: async (client) => {
        const [cut, stream] = [freshStream(), freshStream()]
        await client.appendToStream(cut, events(5))
        await client.setStreamMetadata(cut, { truncateBefore: 3 })
        const gone = [(await deleted(client)).stream, (await entombed(client)).stream, freshStream(), cut]
        await client.appendToStream(stream, [...gone.map((one) => link(`1@${one}`)), link(`4@${cut}`)])
        return resolved(client, stream)
      },
      answer: [
        [undefined, '$>'],
        [undefined, '$>'],
        [undefined, '$>'],
        [undefined, '$>'],
        ['Numbered', '$>'],
      ],
    },
    {
      what: 'that says nothing is an event like others',
      ask: async (client) => {
        const stream = freshStream()
        await client.appendToStream(stream, [link('nonsense'), link('@'), link('x@y')])
        return resolved(client, stream)
      },
      answer: [
        ['$>', undefined],
        ['$>', undefined],
        ['$>', undefined],
      ],
    },
    {
      what: 'is resolved in subscriptions too, of a stream and of all, from the past and live',
      ask: async (client) => {
        const [target, stream] = [freshStream(), freshStream()]
        await client.appendToStream(target, event())
        const { position } = await client.appendToStream(stream, [link(`0@${target}`), event()])
        if (!position) throw new Error('There is no position')
        const all = streamNameFilter({ prefixes: [stream] })
        const subscriptions = [
          client.subscribeToStream(stream, { resolveLinkTos: true }),
          client.subscribeToAll({ resolveLinkTos: true, filter: all }),
        ]
        const got = subscriptions.map(async (subscription, index) => {
          const found: unknown[] = []
          for await (const one of subscription) {
            found.push([one.event?.streamId === target, one.link?.streamId === stream])
            if (found.length === 2) await client.appendToStream(stream, link(`0@${target}`))
            if (found.length === 3 + index) break
          }
          await subscription.unsubscribe()
          return found.slice(0, 3)
        })
        return Promise.all(got)
      },
      answer: Array(2).fill([
        [true, true],
        [false, false],
        [true, true],
      ]),
    },
  ],

  'the log': [
    {
      what: 'begins with events of the store’s own',
      ask: async (client) => {
        let first: string | undefined
        // To its end: a reading that is left early stays open.
        for await (const { event: one } of client.readAll({ maxCount: 1 })) first = one?.streamId
        return first?.startsWith('$')
      },
      answer: true,
    },
    {
      what: 'can be followed from beyond its end: what comes from now on',
      ask: async (client) => {
        const { position } = await client.appendToStream(freshStream(), event())
        const beyond = (position?.commit ?? 0n) + 1_000_000_000n
        const stream = freshStream()
        const filter = streamNameFilter({ prefixes: [stream] })
        const subscription = client.subscribeToAll({ fromPosition: { commit: beyond, prepare: beyond }, filter })
        subscription.once('confirmation', () => void client.appendToStream(stream, event()))
        for await (const { event: one } of subscription) {
          await subscription.unsubscribe()
          return one?.streamId === stream
        }
        return 'nothing'
      },
      answer: true,
    },
  ],

  'a deleted stream': [
    {
      what: 'recognises its first append',
      ask: async (client) => {
        const { stream, first } = await deleted(client)
        const again = await revisionOf(client.appendToStream(stream, first, { expectedRevision: NO_STREAM }))
        return [again, await revisions(client, stream)]
      },
      answer: [2n, 'StreamNotFoundError'],
    },
    {
      what: 'recognises its first append after it came back, too',
      ask: async (client) => {
        const { stream, first } = await deleted(client)
        await client.appendToStream(stream, events(1))
        const again = await revisionOf(client.appendToStream(stream, first, { expectedRevision: NO_STREAM }))
        return [again, await revisions(client, stream)]
      },
      answer: [2n, [3n]],
    },
    {
      what: 'that is given metadata is empty, and keeps its events hidden',
      ask: async (client) => {
        const { stream } = await deleted(client)
        const set = await revisionOf(client.setStreamMetadata(stream, { maxCount: 100, colour: 'red' }))
        const { metadata: found } = await client.getStreamMetadata(stream)
        await client.appendToStream(stream, event())
        return [set, found, await revisions(client, stream)]
      },
      answer: [1n, { maxCount: 100, colour: 'red', truncateBefore: 3 }, [3n]],
    },
    {
      what: 'that is given binary metadata shows its events',
      ask: async (client) => {
        const { stream } = await deleted(client)
        await client.appendToStream(`$$${stream}`, binaryEvent({ type: '$metadata', data: Buffer.from([1, 2]) }))
        return revisions(client, stream)
      },
      answer: [0n, 1n, 2n],
    },
    {
      what: 'can be deleted by who says that there is none',
      ask: async (client) => {
        const { stream } = await deleted(client)
        return told(client.deleteStream(stream, { expectedRevision: NO_STREAM }).then(({ position }) => !!position))
      },
      answer: true,
    },
    {
      what: 'is StreamDeleted to a tombstone for what exists',
      ask: async (client) => {
        const { stream } = await deleted(client)
        return told(client.tombstoneStream(stream, { expectedRevision: existing }))
      },
      answer: 'StreamDeletedError',
    },
  ],

  'a stream that has metadata alone': [
    ...([ANY, NO_STREAM] as const).map((expectedRevision) => ({
      what: `can be deleted, expecting ${expectedRevision}`,
      ask: async (client: EventStoreDBClient) =>
        told(client.deleteStream(await described(client), { expectedRevision }).then(({ position }) => !!position)),
      answer: true,
    })),
    {
      what: 'can be entombed for what exists',
      ask: async (client) => {
        const stream = await described(client)
        await client.tombstoneStream(stream, { expectedRevision: existing })
        return revisions(client, stream)
      },
      answer: 'StreamDeletedError',
    },
    {
      what: 'can be appended to once it was deleted',
      ask: async (client) => {
        const stream = await described(client)
        await client.deleteStream(stream)
        return [await revisionOf(client.appendToStream(stream, event())), await revisions(client, stream)]
      },
      answer: [0n, [0n]],
    },
  ],

  'a tombstone': [
    {
      what: 'takes the metadata along',
      ask: async (client) => {
        const { stream } = await entombed(client)
        return [await told(client.getStreamMetadata(stream)), await told(client.setStreamMetadata(stream, {}))]
      },
      answer: ['StreamDeletedError', 'StreamDeletedError'],
    },
    ...expectations.map(([expectedRevision, name]) => ({
      what: `knows no append again, expecting ${name}`,
      ask: async (client: EventStoreDBClient) => {
        const { stream, first } = await entombed(client)
        return told(client.appendToStream(stream, first, { expectedRevision }))
      },
      answer: 'StreamDeletedError',
    })),
    {
      what: 'is the last event that a live subscriber gets, before the error',
      ask: async (client) => {
        const stream = freshStream()
        await client.appendToStream(stream, event())
        const got: unknown[] = []
        const subscription = client.subscribeToStream(stream)
        subscription.once('caughtUp', () => void client.tombstoneStream(stream))
        const ended = (async () => {
          for await (const { event: one } of subscription) got.push([one?.revision, one?.type, one?.isJson])
        })()
        return [await told(ended), got]
      },
      answer: [
        'StreamDeletedError',
        [
          [0n, 'Numbered', true],
          [2n ** 63n - 1n, '$streamDeleted', false],
        ],
      ],
    },
    {
      what: 'can be followed from the end, in vain',
      ask: async (client) => {
        const { stream } = await entombed(client)
        const subscription = client.subscribeToStream(stream, { fromRevision: END })
        const first = await new Promise((resolve) => {
          subscription.once('confirmation', () => resolve('confirmed')).once('error', resolve)
        })
        await subscription.unsubscribe()
        subscription.resume()
        return first
      },
      answer: 'confirmed',
    },
  ],

  'an append of nothing': [
    {
      what: 'gives a position',
      ask: async (client) => {
        const stream = freshStream()
        await client.appendToStream(stream, events(2))
        const { nextExpectedRevision, position } = await client.appendToStream(stream, [])
        return [nextExpectedRevision, (position?.commit ?? 0n) > 0n]
      },
      answer: [1n, true],
    },
    ...([ANY, 2n] as const).map((expectedRevision) => ({
      what: `brings back a deleted stream, empty, expecting ${expectedRevision}`,
      ask: async (client: EventStoreDBClient) => {
        const { stream } = await deleted(client)
        await client.appendToStream(stream, [], { expectedRevision })
        return revisions(client, stream)
      },
      answer: [],
    })),
    {
      what: 'to a deleted stream that is said not to be there is a wrong version',
      ask: async (client) => {
        const { stream } = await deleted(client)
        return told(client.appendToStream(stream, [], { expectedRevision: NO_STREAM }))
      },
      answer: 'WrongExpectedVersionError',
    },
  ],

  'the same id twice in one append': [
    {
      what: 'is answered with its first place when it is repeated',
      ask: async (client) => {
        const stream = freshStream()
        const one = event()
        const first = await revisionOf(client.appendToStream(stream, [one, one]))
        return [first, await revisionOf(client.appendToStream(stream, [one, one])), await revisions(client, stream)]
      },
      answer: [1n, 0n, [0n, 1n]],
    },
  ],

  metadata: [
    ...(
      [
        ['a $maxCount of 0', metadata({ $maxCount: 0 })],
        ['a $maxAge of 0', metadata({ $maxAge: 0 })],
        ['a rounded $tb', metadata({ $tb: Number(2n ** 63n - 1n) })],
        ['what is binary', binaryEvent({ type: '$metadata', data: Buffer.from('{"$maxCount":1}') })],
      ] as const
    ).map(([what, data]) => ({
      what: `does not heed ${what}`,
      ask: async (client: EventStoreDBClient) => {
        const found = await left(client, data as ReturnType<typeof event>)
        return Array.isArray(found) ? found.length : found
      },
      answer: 10,
    })),
    { what: 'heeds a $maxCount', ask: (client) => left(client, metadata({ $maxCount: 2 })), answer: [8n, 9n] },
    {
      what: 'can be deleted itself',
      ask: async (client) => {
        const stream = await described(client)
        return told(client.deleteStream(`$$${stream}`).then(({ position }) => !!position))
      },
      answer: true,
    },
  ],

  'an odd read': [
    {
      what: 'of none is an unknown error',
      ask: async (client) => {
        const stream = freshStream()
        await client.appendToStream(stream, event())
        return revisions(client, stream, { maxCount: 0 })
      },
      answer: 'UnknownError',
    },
    {
      what: 'forwards from the end is an unknown error',
      ask: async (client) => {
        const stream = freshStream()
        await client.appendToStream(stream, event())
        return revisions(client, stream, { fromRevision: END })
      },
      answer: 'UnknownError',
    },
    {
      what: 'of a revision that there can be none of fails',
      ask: async (client) => {
        const stream = freshStream()
        await client.appendToStream(stream, event())
        const found = [2n ** 63n, 2n ** 64n - 1n].map((fromRevision) => revisions(client, stream, { fromRevision }))
        return (await Promise.all(found)).every((one) => !Array.isArray(one))
      },
      answer: true,
    },
    {
      what: 'backwards from beyond the end begins at the end',
      ask: async (client) => {
        const stream = freshStream()
        await client.appendToStream(stream, events(2))
        return revisions(client, stream, { fromRevision: 100n, direction: BACKWARDS })
      },
      answer: [1n, 0n],
    },
    {
      what: 'is no append: one that expects 2^64 - 1 is a wrong version',
      ask: (client) => told(client.appendToStream(freshStream(), event(), { expectedRevision: 2n ** 64n - 1n })),
      answer: 'WrongExpectedVersionError',
      elsewhere: 'The real one writes it to a stream that does not exist yet.',
    },
  ],

  'an error': [
    {
      what: 'of a deletion says what failed, of which stream, in words',
      ask: async (client) => {
        const stream = freshStream('a/b, c: d')
        await client.appendToStream(stream, event())
        const failures = [client.deleteStream, client.tombstoneStream].map((remove) =>
          remove
            .call(client, stream, { expectedRevision: 7n })
            .catch((error: Error & { streamName: string }) => [
              error.streamName === stream,
              error.message.includes(stream),
              /Append failed|%[0-9A-F]{2}/.test(error.message),
            ]),
        )
        return Promise.all(failures)
      },
      answer: [
        [true, true, false],
        [true, true, false],
      ],
    },
    {
      what: 'of deleting what is not there says -1',
      ask: (client) =>
        client
          .deleteStream(freshStream(), { expectedRevision: 3n })
          .catch(({ expectedVersion, actualVersion }) => [expectedVersion, actualVersion]),
      answer: [3n, -1n],
    },
    {
      what: 'says a name in any language',
      ask: async (client) => {
        const stream = freshStream('ünï ☃ 100%')
        await client.appendToStream(stream, event())
        return client.deleteStream(stream, { expectedRevision: 7n }).catch(({ message }: Error) => message)
      },
      answer: expect.stringContaining('ünï ☃ 100%'),
    },
  ],

  'a name': [
    ...(
      [
        ['of a stream of 2,001 bytes', freshStream('x'.repeat(2001)), event()],
        [
          'of a stream of 3,900 bytes that cannot be pressed',
          Array.from({ length: 108 }, randomUUID).join(''),
          event(),
        ],
        ['of a stream with NUL', freshStream('nul\0nul'), event()],
        ['of a type with NUL', freshStream(), jsonEvent({ type: 'nul\0nul', data: {} })],
        ['of a type of 3,000 bytes', freshStream(), jsonEvent({ type: 'y'.repeat(3000), data: {} })],
      ] as const
    ).map(([what, name, one]) => ({
      what: `${what} is taken as it is`,
      ask: async (client: EventStoreDBClient) => {
        const stream = `${name}${randomUUID()}`
        const { position } = await client.appendToStream(stream, one as ReturnType<typeof event>)
        const again = await client.appendToStream(stream, one as ReturnType<typeof event>)
        const wrong = await told(client.appendToStream(stream, event(), { expectedRevision: NO_STREAM }))
        await client.setStreamMetadata(stream, { maxCount: 1 })
        await client.appendToStream(stream, events(2), { expectedRevision: 0n })
        const [last] = await read(client, stream)
        const seen: unknown[] = []
        const from = { commit: position?.commit ?? 0n, prepare: position?.prepare ?? 0n }
        for await (const { event: got } of client.readAll({ fromPosition: from, maxCount: 1 }))
          seen.push(got?.streamId === stream, got?.type === one.type)
        return [again.nextExpectedRevision, wrong, last?.event?.revision, last?.event?.streamId === stream, ...seen]
      },
      answer: [0n, 'WrongExpectedVersionError', 2n, true, true, true],
    })),
    {
      what: 'of an event may be in braces',
      ask: async (client) => {
        const [stream, id] = [freshStream(), randomUUID()]
        await client.appendToStream(stream, event(`{${id}}` as ReturnType<typeof randomUUID>))
        return (await read(client, stream))[0]?.event?.id === id
      },
      answer: true,
    },
  ],

  'a filter is .NET’s:': [
    { what: '(?i)', ask: (client) => filtered(client, '(?i)^loud', 2), answer: ['loud-1', 'LOUD-2'] },
    { what: '\\A and \\z', ask: (client) => filtered(client, '\\Aquiet-3\\z', 1), answer: ['quiet-3'] },
    { what: 'digits of every script', ask: (client) => filtered(client, '^end-\\d$', 1), answer: ['end-٣'] },
  ],

  'the features of the server': [
    {
      what: 'are those that clients ask for',
      ask: async (client) => {
        const { supports } = client as unknown as { supports(method: unknown, feature?: string): Promise<boolean> }
        const ask = (method: unknown, feature?: string) => supports.call(client, method, feature)
        const { batchAppend, read: reading } = StreamsService
        return Promise.all([
          ask(batchAppend),
          ask(batchAppend, 'deadline_duration'),
          ask(reading, 'position'),
          ask(reading, 'events'),
          ask(reading, 'nonsense'),
        ])
      },
      answer: [true, true, true, true, false],
    },
  ],
}

const url = process.env.EVENTSTORE_URL
const servers: [string, () => Promise<{ url: string; stop(): Promise<void> }>][] = [
  ['the embedded event store', () => freshEventStore('tcp')],
]
if (url) servers.push(['the event store at EVENTSTORE_URL', async () => ({ url, stop: async () => {} })])

describe.each(servers)('%s', (name, start) => {
  let server: { url: string; stop(): Promise<void> }
  let client: EventStoreDBClient
  beforeAll(async () => {
    server = await start()
    client = EventStoreDBClient.connectionString(server.url)
  })
  afterAll(async () => {
    await client.dispose()
    await server.stop()
  })
  const isReal = name.includes('EVENTSTORE_URL')
  for (const [about, lines] of Object.entries(cases))
    describe(about, () => {
      for (const { what, ask, answer, elsewhere } of lines)
        test(what, async ({ skip }) => {
          if (isReal && elsewhere !== undefined) skip(elsewhere)
          expect(await ask(client)).toEqual(answer)
        })
    })
})
