import { z } from 'zod'
import { isTopicName, Presence, Sender, type TopicName } from '#domain/topics.ts'

const topic = z.string().refine(isTopicName) as unknown as z.ZodType<TopicName>

/** Messages between processes. */
const BusMessage = z.discriminatedUnion('type', [
  /** This process has just begun to listen; the others report their state. */
  z.object({ type: z.literal('hello') }),
  /** Discards earlier reports of this process; its complete state follows. */
  z.object({ type: z.literal('anew') }),
  z.object({ type: z.literal('here'), topic, presence: Presence }),
  z.object({ type: z.literal('left'), topic }),
  /** `about`: another thing that the message concerns; it is then restricted to users who see that thing too. */
  z.object({
    type: z.literal('passing'),
    topic,
    kind: z.string(),
    data: z.unknown(),
    from: Sender.nullable(),
    about: z.string().optional(),
  }),
  z.object({ type: z.literal('bye') }),
])
export type BusMessage = z.infer<typeof BusMessage>

const Payload = z.object({ process: z.string(), number: z.int(), messages: z.array(z.unknown()) })

/** PostgreSQL's limit of a notification's size, with some margin. */
const fits = 7900

/**
 * Packs messages into as few notifications as possible. They are numbered, because PostgreSQL drops duplicates within a
 * transaction. Oversized messages are dropped.
 */
export const payloadsOf = (process: string, messages: readonly BusMessage[], number: () => number): string[] => {
  const wrapped = (texts: readonly string[]) =>
    `{"process":${JSON.stringify(process)},"number":${number()},"messages":[${texts.join()}]}`
  const room = fits - Buffer.byteLength(wrapped([])) - 20
  const payloads: string[] = []
  let texts: string[] = []
  let bytes = 0
  for (const text of messages.map((message) => JSON.stringify(message))) {
    const size = Buffer.byteLength(text) + 1
    if (size > room) continue
    if (bytes + size > room) {
      payloads.push(wrapped(texts))
      texts = []
      bytes = 0
    }
    texts.push(text)
    bytes += size
  }
  // An empty payload is a sign of life.
  return texts.length > 0 || payloads.length === 0 ? [...payloads, wrapped(texts)] : payloads
}

/** Parses a payload, possibly from a process of another version: unknown messages are ignored. */
export const readPayload = (text: string): { process: string; messages: BusMessage[] } | undefined => {
  const payload = Payload.safeParse(parsed(text))
  if (!payload.success) return undefined
  const { process, messages } = payload.data
  return {
    process,
    messages: messages.flatMap((message) => {
      const known = BusMessage.safeParse(message)
      return known.success ? [known.data] : []
    }),
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
