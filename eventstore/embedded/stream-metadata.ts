import { TOMBSTONE } from './event.ts'

/** The metadata in a stream's `$$stream`, as far as the server supports them. */
export interface StreamMetadata {
  maxCount: bigint | undefined
  /** Seconds. */
  maxAge: number | undefined
  /** Events before this revision count as deleted; TOMBSTONE means that the stream is deleted until the next append. */
  truncateBefore: bigint
  /** All metadata, so that restoring a stream retains entries unknown to this server. */
  raw: Record<string, unknown>
}

export const NO_METADATA: StreamMetadata = { maxCount: undefined, maxAge: undefined, truncateBefore: 0n, raw: {} }

/** In a `$$stream`, only the last event counts. */
const METADATA_OF_METADATA: StreamMetadata = { ...NO_METADATA, maxCount: 1n }

export const metadataStreamOf = (stream: string): string => `$$${stream}`
export const isMetadataStream = (stream: string): boolean => stream.startsWith('$$')

/** Returns the metadata of a stream, given the data of the last event of its `$$stream`. Ignores data that is not a JSON object. */
export function metadataOf(stream: string, data: Buffer | null): StreamMetadata {
  if (isMetadataStream(stream)) return METADATA_OF_METADATA
  const parsed = data && parse(data)
  if (!parsed) return NO_METADATA
  const { raw, counts } = parsed
  // A maximum count or age of 0 means no limit: EventStoreDB treats 0 as unset.
  return {
    maxCount: counts.$maxCount || undefined,
    maxAge: Number(counts.$maxAge ?? 0) || undefined,
    truncateBefore: counts.$tb ?? 0n,
    raw,
  }
}

/** The data of a `$metadata` event that deletes a stream until its next append. Written as text, since a number would be rounded. */
export const SOFT_DELETION = Buffer.from(`{"$tb":${TOMBSTONE}}`)

/** The data of a `$metadata` event that lets a stream begin again at `revision`, and retains its other metadata. */
export const truncatedBefore = (raw: StreamMetadata['raw'], revision: bigint): Buffer =>
  Buffer.from(JSON.stringify({ ...raw, $tb: Number(revision) }))

/** The contents of a `$metadata` event; undefined if it is no JSON object. */
export const rawMetadataOf = ({ json, data }: { json: boolean; data: Buffer }): StreamMetadata['raw'] | undefined =>
  json ? parse(data)?.raw : undefined

/** Integers from 0 to 2^63 - 1, as bigint, since JavaScript's numbers do not represent them exactly. */
type Counts = Partial<Record<string, bigint>>

function parse(data: Buffer): { raw: Record<string, unknown>; counts: Counts } | undefined {
  const countsOf = new Map<unknown, Counts>()
  function note(this: unknown, key: string, value: unknown, { source = '' }: { source?: string } = {}) {
    const count = /^\d{1,19}$/.test(source) ? BigInt(source) : undefined
    if (count !== undefined && count <= TOMBSTONE) countsOf.set(this, { ...countsOf.get(this), [key]: count })
    return value
  }
  try {
    const value: unknown = JSON.parse(data.toString('utf8'), note)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
    return { raw: { ...value }, counts: countsOf.get(value) ?? {} }
  } catch {
    return undefined
  }
}
