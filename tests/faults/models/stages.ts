import WebSocket from 'ws'
import { topicOf } from '#domain/topics.ts'

/** Progress of a model as its viewers receive it. */
export interface Stages {
  /** Resolves when a stage of this beginning is reported, also where that was before. Rejects when the connection ends first. */
  reached(stage: string): Promise<void>
  close(): void
}

interface Message {
  type?: string
  topic?: string
  kind?: string
  data?: { stage?: string }
}

/** Subscribes to the topic of a model that exists at `position`. */
export async function openStages(
  url: string,
  { cookie }: { cookie: string },
  { modelId, position }: { modelId: string; position: string },
): Promise<Stages> {
  const topic = topicOf('model', modelId)
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/realtime`, { headers: { cookie, origin: url } })
  const reported = new Set<string>()
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  const subscribed = Promise.withResolvers<void>()
  socket.on('open', () => socket.send(JSON.stringify({ type: 'Subscribe', topic, present: false, after: position })))
  socket.on('message', (text) => {
    const message = JSON.parse(String(text)) as Message
    if (message.topic !== topic) return
    if (message.type === 'Subscribed') subscribed.resolve()
    if (message.type === 'Unsubscribed') subscribed.reject(new Error(`${topic} cannot be subscribed to`))
    const stage = message.data?.stage
    if (message.type !== 'Passing' || stage === undefined) return
    reported.add(stage)
    for (const [beginning, each] of waiting) if (stage.startsWith(beginning)) each.resolve()
  })
  const end = () => {
    const error = new Error(`The connection of ${topic} ended`)
    subscribed.reject(error)
    for (const each of waiting.values()) each.reject(error)
  }
  socket.on('error', end)
  socket.on('close', end)
  await subscribed.promise
  return {
    async reached(stage) {
      if ([...reported].some((each) => each.startsWith(stage))) return
      const reaching = waiting.get(stage) ?? Promise.withResolvers<void>()
      waiting.set(stage, reaching)
      await reaching.promise
    },
    close: () => socket.terminate(),
  }
}
