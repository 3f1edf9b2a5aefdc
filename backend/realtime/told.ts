import type { Feed } from './feed.ts'

/** What the feed has told, and when last. */
export interface Told {
  /** Whether nothing was told after `position`, as far as the feed has come, on these channels and of these streams. */
  nothingSince(position: bigint, names: readonly string[]): boolean
}

/** Notes the last line of each channel and stream. Of `most` of them: before what was forgotten, nothing is sure. */
export const told = (feed: Pick<Feed, 'listen' | 'place'>, most = 20_000): Told => {
  let forgotten = feed.place().position
  /** The one that was told of longest ago first. */
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
    nothingSince: (position, names) =>
      position >= forgotten && names.every((name) => (latest.get(name) ?? 0n) <= position),
  }
}
