import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import {
  type ClientMessage,
  type DataOf,
  isMessageKind,
  messageKinds,
  type PeopleKind,
  Presence,
  type Sender,
  type ServerKind,
  TopicMessage,
  type TopicName,
} from '#domain/topics.ts'
import { useRealtime } from './context.tsx'
import type { Realtime } from './events.ts'

/** Who is here; `me` is this tab's own connection among them. */
export interface Here extends Presence {
  me: string | undefined
}
/** What somebody else said on a topic, or a server process (`from` is null). */
export type Heard = {
  [Kind in PeopleKind | ServerKind]: { kind: Kind; data: DataOf<Kind>; from: Sender | null }
}[PeopleKind | ServerKind]

interface Listener {
  /** To be named among those who are here, and to be told of them. */
  present: boolean
  /** The position at which the thing was made, by whom made it just now. */
  after?: string | undefined
  onHere: (here: Here) => void
  onMessage: (message: Heard) => void
}

const nobody: Here = { here: [], more: 0, me: undefined }

/**
 * What passes on topics, over a tab's one socket. Nothing is kept: after the connection was lost, topics are subscribed to anew and what
 * was said meanwhile is not heard.
 */
export const createTopicClient = ({ say, status$, others$ }: Pick<Realtime, 'say' | 'status$' | 'others$'>) => {
  const topics = new Map<string, { listeners: Set<Listener>; here: Here; after?: string | undefined }>()
  const tell = (message: ClientMessage) => say(message)

  const subscribe = (topic: string) => {
    const { listeners = new Set<Listener>(), after } = topics.get(topic) ?? {}
    const present = [...listeners].some((listener) => listener.present)
    tell({ type: 'Subscribe', topic, present, ...(after === undefined ? {} : { after }) })
  }
  const showHere = (topic: string, change: Partial<Here>) => {
    const known = topics.get(topic)
    if (!known) return
    known.here = { ...known.here, ...change }
    for (const { present, onHere } of known.listeners) if (present) onHere(known.here)
  }

  const take: { [Type in TopicMessage['type']]: (message: Extract<TopicMessage, { type: Type }>) => void } = {
    Subscribed: ({ topic, connectionId }) => showHere(topic, { me: connectionId }),
    Unsubscribed: ({ topic }) => showHere(topic, nobody),
    Passing({ topic, kind, data, from }) {
      // A newer server may say more.
      if (!isMessageKind(kind)) return
      const parsed = messageKinds[kind].data.safeParse(data)
      if (!parsed.success) return
      if (kind === 'presence') return showHere(topic, Presence.parse(data))
      for (const { onMessage } of topics.get(topic)?.listeners ?? [])
        onMessage({ kind, data: parsed.data, from } as Heard)
    },
  }

  // For as long as the tab lives.
  others$.subscribe((raw) => {
    const message = TopicMessage.safeParse(raw)
    if (message.success) (take[message.data.type] as (message: TopicMessage) => void)(message.data)
  })
  status$.subscribe((status) => {
    for (const topic of topics.keys()) {
      if (status === 'open') subscribe(topic)
      else showHere(topic, nobody)
    }
  })

  return {
    /** Listens until what it answers is called. */
    join(topic: TopicName, listener: Listener): () => void {
      const known = topics.get(topic) ?? { listeners: new Set(), here: nobody, after: listener.after }
      topics.set(topic, known)
      const isNews = ![...known.listeners].some(({ present }) => present || !listener.present)
      known.listeners.add(listener)
      if (listener.present) listener.onHere(known.here)
      if (isNews) subscribe(topic)
      return () => {
        if (!known.listeners.delete(listener) || known.listeners.size > 0) return
        topics.delete(topic)
        tell({ type: 'Unsubscribe', topic })
      }
    },
    publish: <Kind extends PeopleKind>(topic: TopicName, kind: Kind, data: DataOf<Kind>) =>
      tell({ type: 'Publish', topic, kind, data }),
  }
}
type TopicClient = ReturnType<typeof createTopicClient>

/** One for each stream: it is made with the first screen that needs it, so that no other loads any of this. */
const clients = new WeakMap<Realtime, TopicClient>()
const clientOf = (realtime: Realtime): TopicClient => {
  const client = clients.get(realtime) ?? createTopicClient(realtime)
  clients.set(realtime, client)
  return client
}

type TopicOptions = Partial<Omit<Listener, 'onHere'>>

/** Takes part in a topic while the component is on screen. What is published reaches whoever listens now, or nobody. */
export const useTopic = (topic: TopicName, { present = false, after, onMessage }: TopicOptions = {}) => {
  const realtime = useRealtime()
  const [here, setHere] = useState(nobody)
  const hear = useEffectEvent((message: Heard) => onMessage?.(message))
  const join = useEffectEvent(() =>
    clientOf(realtime).join(topic, { present, after, onHere: setHere, onMessage: (message) => hear(message) }),
  )
  useEffect(() => join(), [realtime, topic, present])
  const publish = useCallback(
    <Kind extends PeopleKind>(kind: Kind, data: DataOf<Kind>) => clientOf(realtime).publish(topic, kind, data),
    [realtime, topic],
  )
  return { here, publish }
}
