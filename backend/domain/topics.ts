import { z } from 'zod'

/**
 * Topics carry transient messages: presence, carets, and the progress of operations. They are not stored and may be lost, so they
 * have no position and cannot be resumed: a disconnected client subscribes again, and receives only later messages.
 */
export const topicKinds = [
  'campaign',
  'collection',
  'conjuration',
  'edits',
  'image',
  'model',
  'operation',
  'recording',
  'search',
  'text',
  'writing',
] as const
type TopicKind = (typeof topicKinds)[number]

/** The topic of a thing, whose audience is the thing's own: `conjuration:<id>`. `search:<id>` is that of a campaign's open searches. */
export type TopicName = `${TopicKind}:${string}`
export const topicOf = (kind: TopicKind, id: string): TopicName => `${kind}:${id}`
/** The thing's id. */
export const thingIdOf = (topic: TopicName): string => topic.slice(topic.indexOf(':') + 1)

// Ids are lower case only, so that each thing has one topic.
const name = new RegExp(`^(?:${topicKinds.join('|')}):[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}$`)
export const isTopicName = (text: string): text is TopicName => name.test(text)

/** A socket and its user. Only the server sets it; clients cannot. */
export const Sender = z.object({
  connectionId: z.string(),
  userId: z.string(),
  /** The admin who acts as this user. */
  impersonatorId: z.string().nullable(),
})
export type Sender = z.infer<typeof Sender>

/** The connections that have a topic open; `more` is the number of those that are not listed. */
export const Presence = z.object({ here: z.array(Sender), more: z.int().min(0) })
export type Presence = z.infer<typeof Presence>

const count = z.int().min(0).max(1e9)

/** Messages by kind, with their sender and their data. `may` is the ability on the thing that a user needs to send one. */
export const messageKinds = {
  caret: {
    from: 'people',
    may: 'write',
    /** `revision` is the text's revision that the caret refers to; without it, the caret refers to the displayed text. */
    data: z.object({ field: z.string().max(100), index: count, length: count, revision: count.optional() }),
  },
  progress: {
    from: 'server',
    data: z.object({ stage: z.string().max(40), done: count.optional(), total: count.optional() }),
  },
  /** The progress of a model's conversion, in percent. */
  conversion: {
    from: 'server',
    data: z.object({
      targetFormat: z.enum(['STL', '3MF', 'OBJ']),
      stage: z.string().max(40),
      done: count,
      total: count,
    }),
  },
  /** A text's change as it was recorded; without `ops` it is too long to send, or differs between readers, and is fetched. */
  change: {
    from: 'server',
    data: z.object({
      revision: count,
      id: z.string().optional(),
      userId: z.string().optional(),
      ops: z.array(z.unknown()).optional(),
      fix: z.array(z.unknown()).optional(),
    }),
  },
  /** The next piece of a text that is being written; `at` is its offset in characters. */
  piece: { from: 'server', data: z.object({ at: count, text: z.string().max(2_000) }) },
  /** The name of the file that is being read before the first piece of an answer. */
  reading: { from: 'server', data: z.object({ name: z.string().max(255) }) },
  /** The map on a campaign's table has changed; clients fetch it. */
  table: { from: 'server', data: z.object({ imageId: z.string() }) },
  /** The search index of a text has changed. Published to a campaign's open searches, to users who see the text. */
  searchable: { from: 'server', data: z.object({ textId: z.uuid() }) },
  presence: { from: 'roster', data: Presence },
} as const satisfies Record<
  string,
  { from: 'people'; may: 'see' | 'write'; data: z.ZodType } | { from: 'server' | 'roster'; data: z.ZodType }
>
type MessageKinds = typeof messageKinds
export type MessageKind = keyof MessageKinds
type KindFrom<From> = { [Kind in MessageKind]: MessageKinds[Kind]['from'] extends From ? Kind : never }[MessageKind]
export type PeopleKind = KindFrom<'people'>
export type ServerKind = KindFrom<'server'>
export type DataOf<Kind extends MessageKind> = z.infer<MessageKinds[Kind]['data']>

export const isMessageKind = (kind: string): kind is MessageKind => Object.hasOwn(messageKinds, kind)

/** Limits per socket and per topic. Messages beyond them are dropped, never queued. */
export const topicLimits = {
  /** Bytes of a message from a client, and of what a server process publishes at once. */
  clientBytes: 4096,
  serverBytes: 6000,
  /** Topics that one socket subscribes to. */
  perSocket: 64,
  /** Messages from one socket. */
  client: { perSecond: 50, burst: 100 },
  /** Messages from all sockets of one account in this process: further sockets add no more than a few open tabs need. */
  account: { perSecond: 200, burst: 800 },
  /** Messages of a socket that are dropped before it is closed. */
  dropped: { perSecond: 5, burst: 300 },
  /** Messages on one topic, from people and from server processes each. */
  topic: { perSecond: 200, burst: 400 },
  /** Connections that a roster names. */
  named: 32,
} as const

const topic = z.string().max(100)
/** Messages that a client sends on its socket. */
export const ClientMessage = z.union([
  /**
   * `present`: joins the roster of the topic and receives its changes. `after`: the log position at which the client has just
   * created the thing, since the views may lag behind it.
   */
  z.object({
    type: z.literal('Subscribe'),
    topic,
    present: z.boolean().default(false),
    after: z
      .string()
      .regex(/^\d{1,19}$/)
      .optional(),
  }),
  z.object({ type: z.literal('Unsubscribe'), topic }),
  z.object({ type: z.literal('Publish'), topic, kind: z.string().max(40), data: z.unknown() }),
])
export type ClientMessage = z.input<typeof ClientMessage>

/** Reasons why a subscription was refused, or has ended. */
export const endReasons = ['not_visible', 'too_many', 'unknown_topic'] as const
export type EndReason = (typeof endReasons)[number]

/** Messages about topics that the server sends. `from` is null if a server process published the message. */
export const TopicMessage = z.union([
  z.object({ type: z.literal('Subscribed'), topic, connectionId: z.string() }),
  z.object({ type: z.literal('Unsubscribed'), topic, reason: z.enum(endReasons) }),
  z.object({ type: z.literal('Passing'), topic, kind: z.string(), data: z.unknown(), from: Sender.nullable() }),
])
export type TopicMessage = z.infer<typeof TopicMessage>
