import type { Presence, TopicName } from '#domain/topics.ts'

/** The latest reported state of the other processes' sockets. */
export interface OtherProcesses {
  /** Records that sockets of a process subscribe to a topic; `presence` lists the present ones. */
  here(process: string, topic: TopicName, presence: Presence): void
  /** Records that a process has no subscribers to a topic any more. */
  left(process: string, topic: TopicName): void
  /** Records a sign of life; any message is one. */
  alive(process: string): void
  /** Removes a process; returns its topics. */
  forget(process: string): TopicName[]
  /** Removes processes that sent no sign of life for too long; returns their topics. */
  expire(): TopicName[]
  hasSubscribers(topic: TopicName): boolean
  presence(topic: TopicName): Presence[]
}

export const otherProcesses = (expireMs: number, now: () => number): OtherProcesses => {
  const processes = new Map<string, { heardAt: number; topics: Map<TopicName, Presence> }>()
  const heard = (process: string) => {
    const known = processes.get(process) ?? { heardAt: 0, topics: new Map() }
    known.heardAt = now()
    processes.set(process, known)
    return known.topics
  }
  const forget = (process: string) => {
    const topics = [...(processes.get(process)?.topics.keys() ?? [])]
    processes.delete(process)
    return topics
  }
  return {
    here: (process, topic, presence) => heard(process).set(topic, presence),
    left: (process, topic) => heard(process).delete(topic),
    alive: heard,
    forget,
    expire() {
      const silent = [...processes].filter(([, { heardAt }]) => now() - heardAt > expireMs)
      return silent.flatMap(([process]) => forget(process))
    },
    hasSubscribers: (topic) => [...processes.values()].some(({ topics }) => topics.has(topic)),
    presence: (topic) => [...processes.values()].flatMap(({ topics }) => topics.get(topic) ?? []),
  }
}
