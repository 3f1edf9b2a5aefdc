import type { Presence, TopicName } from '#domain/topics.ts'

/** The latest reported state of the other processes' sockets. */
export interface OtherProcesses {
  /** Some sockets there subscribe to a topic, and these of them are present. */
  here(process: string, topic: TopicName, presence: Presence): void
  /** None does any more. */
  left(process: string, topic: TopicName): void
  /** Any message is a sign of life. */
  alive(process: string): void
  /** Forgets a process; answers the topics that it had. */
  forget(process: string): TopicName[]
  /** Forgets those that have said nothing for too long: they ended without a word. */
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
