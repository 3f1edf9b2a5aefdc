import type { Feed } from './feed.ts'

/** What the feed has channelWatermarks, and when last. */
export interface ChannelWatermarks {
  /** Whether nothing was channelWatermarks after `position`, as far as the feed has come, on these channels and of these streams. */
  isUnchangedSince(position: bigint, names: readonly string[]): boolean
}

/** Notes the last line of each channel and stream. Of `most` of them: before what was forgotten, nothing is sure. */
export const channelWatermarks = (feed: Pick<Feed, 'listen' | 'place'>, most = 20_000): ChannelWatermarks => {
  let forgotten = feed.place().position
  /** The one that was channelWatermarks of longest ago first. */
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
