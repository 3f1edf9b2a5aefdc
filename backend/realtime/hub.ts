import type { FeedRow } from './row.ts'

/** A subscriber's channels, and optionally a user (`watch`): the subscriber receives all events about or by this user. */
export interface ChannelSubscription {
  channels: readonly string[]
  watch: string | undefined
}

/** Indexes subscribers by channel, so that a row finds its subscribers without testing each. */
export const hub = <Subscriber extends ChannelSubscription>() => {
  const byChannel = new Map<string, Set<Subscriber>>()
  const byWatched = new Map<string, Set<Subscriber>>()

  const addTo = (index: Map<string, Set<Subscriber>>, key: string, subscriber: Subscriber) => {
    const subscribers = index.get(key)
    if (subscribers) subscribers.add(subscriber)
    else index.set(key, new Set([subscriber]))
  }
  const removeFrom = (index: Map<string, Set<Subscriber>>, key: string, subscriber: Subscriber) => {
    const subscribers = index.get(key)
    subscribers?.delete(subscriber)
    if (subscribers?.size === 0) index.delete(key)
  }

  return {
    add(subscriber: Subscriber) {
      for (const channel of subscriber.channels) addTo(byChannel, channel, subscriber)
      if (subscriber.watch !== undefined) addTo(byWatched, subscriber.watch, subscriber)
    },
    remove(subscriber: Subscriber) {
      for (const channel of subscriber.channels) removeFrom(byChannel, channel, subscriber)
      if (subscriber.watch !== undefined) removeFrom(byWatched, subscriber.watch, subscriber)
    },
    /** All subscribers that a row concerns. */
    subscribersTo({ seq, channels, users }: Pick<FeedRow, 'seq' | 'channels' | 'users'>): Set<Subscriber> {
      const found = new Set<Subscriber>()
      for (const channel of channels) for (const subscriber of byChannel.get(channel) ?? []) found.add(subscriber)
      if (seq === 0) for (const user of users) for (const subscriber of byWatched.get(user) ?? []) found.add(subscriber)
      return found
    },
  }
}

/** True if a row is visible to subscribers of these channels. */
export const isVisibleTo = (
  { channels, unless }: Pick<FeedRow, 'channels' | 'unless'>,
  mine: readonly string[],
): boolean => channels.some((channel) => mine.includes(channel)) && !unless.some((channel) => mine.includes(channel))
