import { TOMBSTONE } from './event.ts'

/** What a stream's `$$stream` says about it, as far as the server heeds it. */
export interface StreamMetadata {
  maxCount: bigint | undefined
  /** Seconds. */
  maxAge: number | undefined
  /** Events before this revision count as gone; TOMBSTONE means that the stream is deleted until the next append. */
  truncateBefore: bigint
  /** All of it, so that bringing a stream back keeps what we do not know. */
  raw: Record<string, unknown>
}

export const NO_METADATA: StreamMetadata = { maxCount: undefined, maxAge: undefined, truncateBefore: 0n, raw: {} }

/** Of a `$$stream` only the last event counts. */
const METADATA_OF_METADATA: StreamMetadata = { ...NO_METADATA, maxCount: 1n }

export const metadataStreamOf = (stream: string): string => `$$${stream}`
export const isMetadataStream = (stream: string): boolean => stream.startsWith('$$')

/** The metadata of a stream by the last event of its `$$stream`. Data that is not an object says nothing. */
export function metadataOf(stream: string, data: Buffer | null): StreamMetadata {
  if (isMetadataStream(stream)) return METADATA_OF_METADATA
  const raw = data && parse(data)
  if (!raw) return NO_METADATA
  const { $maxCount, $maxAge, $tb } = raw
  return {
    maxCount: isCount($maxCount) ? BigInt($maxCount) : undefined,
    maxAge: isCount($maxAge) ? $maxAge : undefined,
    // 2^63 - 1 is not a number that JavaScript has: it reads as 2^63.
    truncateBefore: isCount($tb) ? ($tb >= 2 ** 63 ? TOMBSTONE : BigInt($tb)) : 0n,
    raw,
  }
}

/** The data of a `$metadata` event that deletes a stream until its next append. Written out: JSON.stringify would round it. */
export const SOFT_DELETION = Buffer.from(`{"$tb":${TOMBSTONE}}`)

/** The data of a `$metadata` event that lets a stream begin again at `revision`. */
export const truncatedBefore = (metadata: StreamMetadata, revision: bigint): Buffer =>
  Buffer.from(JSON.stringify({ ...metadata.raw, $tb: Number(revision) }))

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0

function parse(data: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'))
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
