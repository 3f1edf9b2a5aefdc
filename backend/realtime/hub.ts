import type { FeedRow } from './row.ts'

/** A subscriber of channels, and optionally of all events about or by one user. */
export interface Listening {
  channels: readonly string[]
  watch: string | undefined
}

/** Indexes subscribers by channel, so that a row finds its subscribers without testing each. */
export const hub = <Listener extends Listening>() => {
  const byChannel = new Map<string, Set<Listener>>()
  const byWatched = new Map<string, Set<Listener>>()

  const put = (index: Map<string, Set<Listener>>, key: string, listener: Listener) => {
    const there = index.get(key)
    if (there) there.add(listener)
    else index.set(key, new Set([listener]))
  }
  const take = (index: Map<string, Set<Listener>>, key: string, listener: Listener) => {
    const there = index.get(key)
    there?.delete(listener)
    if (there?.size === 0) index.delete(key)
  }

  return {
    add(listener: Listener) {
      for (const channel of listener.channels) put(byChannel, channel, listener)
      if (listener.watch !== undefined) put(byWatched, listener.watch, listener)
    },
    remove(listener: Listener) {
      for (const channel of listener.channels) take(byChannel, channel, listener)
      if (listener.watch !== undefined) take(byWatched, listener.watch, listener)
    },
    /** All subscribers that a row concerns. */
    listenersTo({ seq, channels, users }: Pick<FeedRow, 'seq' | 'channels' | 'users'>): Set<Listener> {
      const found = new Set<Listener>()
      for (const channel of channels) for (const listener of byChannel.get(channel) ?? []) found.add(listener)
      if (seq === 0) for (const user of users) for (const listener of byWatched.get(user) ?? []) found.add(listener)
      return found
    },
  }
}

/** True if a row is visible to subscribers of these channels. */
export const isVisibleTo = (
  { channels, unless }: Pick<FeedRow, 'channels' | 'unless'>,
  mine: readonly string[],
): boolean => channels.some((channel) => mine.includes(channel)) && !unless.some((channel) => mine.includes(channel))
