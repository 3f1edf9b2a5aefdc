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

/** Connections that are present on a topic; `me` is this tab's own connection among them. */
export interface Here extends Presence {
  me: string | undefined
}
/** A message that another person or a server process (`from` is null) published on a topic. */
export type Heard = {
  [Kind in PeopleKind | ServerKind]: { kind: Kind; data: DataOf<Kind>; from: Sender | null }
}[PeopleKind | ServerKind]

interface Listener {
  /** True if the connection is listed among the present ones and receives changes of that list. */
  present: boolean
  /** The position at which the topic's item was created, if this tab created it. */
  after?: string | undefined
  onHere: (here: Here) => void
  onMessage: (message: Heard) => void
}

interface Subscription {
  listeners: Set<Listener>
  here: Here
  after?: string | undefined
}

const isPresentOn = ({ listeners }: Subscription): boolean => [...listeners].some(({ present }) => present)

const emptyRoster: Here = { here: [], more: 0, me: undefined }

/**
 * Publishes and receives topic messages over the tab's single socket. Messages are not stored: after a lost connection,
 * topics are subscribed to again and messages sent during the outage are lost.
 */
export const createTopicClient = ({ say, status$, others$ }: Pick<Realtime, 'say' | 'status$' | 'others$'>) => {
  const topics = new Map<string, Subscription>()
  const send = (message: ClientMessage) => say(message)

  const subscribe = (topic: string) => {
    const subscription = topics.get(topic)
    const present = subscription !== undefined && isPresentOn(subscription)
    const { after } = subscription ?? {}
    send({ type: 'Subscribe', topic, present, ...(after === undefined ? {} : { after }) })
  }
  const showHere = (topic: string, change: Partial<Here>) => {
    const subscription = topics.get(topic)
    if (!subscription) return
    subscription.here = { ...subscription.here, ...change }
    for (const { present, onHere } of subscription.listeners) if (present) onHere(subscription.here)
  }

  const handlers: { [Type in TopicMessage['type']]: (message: Extract<TopicMessage, { type: Type }>) => void } = {
    Subscribed: ({ topic, connectionId }) => showHere(topic, { me: connectionId }),
    Unsubscribed: ({ topic }) => showHere(topic, emptyRoster),
    Passing({ topic, kind, data, from }) {
      // A newer server may send more kinds.
      if (!isMessageKind(kind)) return
      const parsed = messageKinds[kind].data.safeParse(data)
      if (!parsed.success) return
      if (kind === 'presence') return showHere(topic, Presence.parse(data))
      for (const { onMessage } of topics.get(topic)?.listeners ?? [])
        onMessage({ kind, data: parsed.data, from } as Heard)
    },
  }

  // The subscriptions live as long as the tab.
  others$.subscribe((raw) => {
    const message = TopicMessage.safeParse(raw)
    if (message.success) (handlers[message.data.type] as (message: TopicMessage) => void)(message.data)
  })
  status$.subscribe((status) => {
    for (const topic of topics.keys()) {
      if (status === 'open') subscribe(topic)
      else showHere(topic, emptyRoster)
    }
  })

  return {
    /** Subscribes to a topic until the returned function is called. */
    join(topic: TopicName, listener: Listener): () => void {
      const subscription: Subscription = topics.get(topic) ?? {
        listeners: new Set(),
        here: emptyRoster,
        after: listener.after,
      }
      topics.set(topic, subscription)
      const needsSubscribe = listener.present ? !isPresentOn(subscription) : subscription.listeners.size === 0
      subscription.listeners.add(listener)
      if (listener.present) listener.onHere(subscription.here)
      if (needsSubscribe) subscribe(topic)
      return () => {
        if (!subscription.listeners.delete(listener)) return
        if (subscription.listeners.size === 0) {
          topics.delete(topic)
          send({ type: 'Unsubscribe', topic })
        } else if (listener.present && !isPresentOn(subscription)) subscribe(topic)
      }
    },
    publish: <Kind extends PeopleKind>(topic: TopicName, kind: Kind, data: DataOf<Kind>) =>
      send({ type: 'Publish', topic, kind, data }),
  }
}
type TopicClient = ReturnType<typeof createTopicClient>

/** One client per stream, created by the first screen that uses topics, so that other screens load none of this. */
const clients = new WeakMap<Realtime, TopicClient>()
const clientOf = (realtime: Realtime): TopicClient => {
  const client = clients.get(realtime) ?? createTopicClient(realtime)
  clients.set(realtime, client)
  return client
}

type TopicOptions = Partial<Omit<Listener, 'onHere'>>

/**
 * Joins a topic while the component is mounted. Published messages reach only connections that are subscribed at that
 * time.
 */
export const useTopic = (topic: TopicName, { present = false, after, onMessage }: TopicOptions = {}) => {
  const realtime = useRealtime()
  const [here, setHere] = useState(emptyRoster)
  const handleMessage = useEffectEvent((message: Heard) => onMessage?.(message))
  const join = useEffectEvent(() =>
    clientOf(realtime).join(topic, { present, after, onHere: setHere, onMessage: (message) => handleMessage(message) }),
  )
  useEffect(() => join(), [realtime, topic, present])
  const publish = useCallback(
    <Kind extends PeopleKind>(kind: Kind, data: DataOf<Kind>) => clientOf(realtime).publish(topic, kind, data),
    [realtime, topic],
  )
  return { here, publish }
}
