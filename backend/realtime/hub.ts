import type { FeedRow } from './row.ts'

/** A subscriber of channels, and optionally of all events about or by one user. */
export interface Subscriber {
  channels: readonly string[]
  watch: string | undefined
}

/** Indexes subscribers by channel, so that a row finds its subscribers without testing each. */
export const hub = <Listener extends Subscriber>() => {
  const byChannel = new Map<string, Set<Listener>>()
  const byWatched = new Map<string, Set<Listener>>()

  const addTo = (index: Map<string, Set<Listener>>, key: string, listener: Listener) => {
    const listeners = index.get(key)
    if (listeners) listeners.add(listener)
    else index.set(key, new Set([listener]))
  }
  const removeFrom = (index: Map<string, Set<Listener>>, key: string, listener: Listener) => {
    const listeners = index.get(key)
    listeners?.delete(listener)
    if (listeners?.size === 0) index.delete(key)
  }

  return {
    add(listener: Listener) {
      for (const channel of listener.channels) addTo(byChannel, channel, listener)
      if (listener.watch !== undefined) addTo(byWatched, listener.watch, listener)
    },
    remove(listener: Listener) {
      for (const channel of listener.channels) removeFrom(byChannel, channel, listener)
      if (listener.watch !== undefined) removeFrom(byWatched, listener.watch, listener)
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
