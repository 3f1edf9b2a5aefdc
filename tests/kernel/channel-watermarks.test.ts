import { expect, test } from 'vitest'
import { channelWatermarks } from '../../backend/realtime/channel-watermarks.ts'
import type { Feed } from '../../backend/realtime/feed.ts'
import type { FeedRow } from '../../backend/realtime/row.ts'

type Listener = Parameters<Feed['listen']>[0]

/** A feed that has come as far as `start`, and what it says next. */
const feedFrom = (start: bigint) => {
  const listeners: Listener[] = []
  return {
    place: () => ({ position: start, seq: 0 }),
    listen(listener: Listener) {
      listeners.push(listener)
      return () => undefined
    },
    say: (position: bigint, stream: string, ...channels: string[]) =>
      Promise.all(listeners.map((listener) => listener([{ position, stream, channels } as unknown as FeedRow]))),
  }
}

test('what was read before a line on one of its channels is no longer sure', async () => {
  const feed = feedFrom(5n)
  const { isUnchangedSince } = channelWatermarks(feed)
  await feed.say(7n, 'conjurations-a', 'campaign:c')
  expect(isUnchangedSince(6n, ['campaign:c'])).toBe(false)
  expect(isUnchangedSince(7n, ['campaign:c'])).toBe(true)
  expect(isUnchangedSince(6n, ['campaign:d', 'user:u'])).toBe(true)
})

test('a line counts for its stream, whoever may hear it', async () => {
  const feed = feedFrom(5n)
  const { isUnchangedSince } = channelWatermarks(feed)
  await feed.say(7n, 'collections-c', 'user:somebody-else')
  expect(isUnchangedSince(6n, ['campaign:c', 'collections-c'])).toBe(false)
})

test('what was read before it began to listen is not sure', () => {
  const { isUnchangedSince } = channelWatermarks(feedFrom(5n))
  expect(isUnchangedSince(4n, ['campaign:c'])).toBe(false)
  expect(isUnchangedSince(5n, ['campaign:c'])).toBe(true)
})

test('before what it has forgotten, nothing is sure', async () => {
  const feed = feedFrom(0n)
  const { isUnchangedSince } = channelWatermarks(feed, 2)
  await feed.say(1n, 'a')
  await feed.say(2n, 'b')
  expect(isUnchangedSince(0n, ['c'])).toBe(true)
  await feed.say(3n, 'c')
  expect(isUnchangedSince(0n, ['a'])).toBe(false)
  expect(isUnchangedSince(0n, ['d'])).toBe(false)
  expect(isUnchangedSince(1n, ['a', 'd'])).toBe(true)
  expect(isUnchangedSince(1n, ['b'])).toBe(false)
})
