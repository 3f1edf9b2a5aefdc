import type { Feed } from './feed.ts'

/** The latest position at which the feed published on each channel and stream. */
export interface ChannelWatermarks {
  /**
   * True if the feed published nothing after `position` on these channels and of these streams, as far as it has read.
   */
  isUnchangedSince(position: bigint, names: readonly string[]): boolean
}

/**
 * Records the latest row of each channel and stream, for at most `most` of them: before the evicted ones, nothing is
 * certain.
 */
export const channelWatermarks = (feed: Pick<Feed, 'listen' | 'place'>, most = 20_000): ChannelWatermarks => {
  let forgotten = feed.place().position
  /** Least recently updated first. */
  const latest = new Map<string, bigint>()
  const note = (name: string, position: bigint) => {
    latest.delete(name)
    latest.set(name, position)
  }
  feed.listen(async (rows) => {
    for (const { position, stream, channels } of rows) for (const name of [stream, ...channels]) note(name, position)
    for (const [name, position] of latest) {
      if (latest.size <= most) break
      latest.delete(name)
      forgotten = position
    }
  })
  return {
    isUnchangedSince: (position, names) =>
      position >= forgotten && names.every((name) => (latest.get(name) ?? 0n) <= position),
  }
}
