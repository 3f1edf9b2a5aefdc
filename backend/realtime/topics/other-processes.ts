import type { Presence, TopicName } from '#domain/topics.ts'

/** The latest reported state of the other processes' sockets. */
export interface OtherProcesses {
  /** Sockets of that process subscribe to a topic; `presence` lists the present ones. */
  here(process: string, topic: TopicName, presence: Presence): void
  /** The process has no subscribers to the topic any more. */
  left(process: string, topic: TopicName): void
  /** Any message is a sign of life. */
  alive(process: string): void
  /** Removes a process; returns its topics. */
  forget(process: string): TopicName[]
  /** Removes processes without a sign of life for too long: they ended silently. */
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
