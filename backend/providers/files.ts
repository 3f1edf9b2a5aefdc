import type { Readable } from 'node:stream'

/** A file, as the store of files lists it. */
export interface ListedFile {
  key: string
  size: number
  modified: Date
}

/** Positions of the first and the last byte. */
export interface ByteRange {
  start: number
  end: number
}

/** Storage of media files. Keys are generated (`images/<uuid>.png`), never given by a user. Adapters: a folder, S3. */
export interface Files {
  /** All or nothing: a reader sees the old file or the new one, never half of it. */
  put(key: string, bytes: Buffer, mime: string): Promise<void>
  /** Like `put`, from a stream of `size` bytes, which is never in memory as a whole. */
  putStream(key: string, bytes: Readable, of: { size: number; mime: string }): Promise<void>
  /** Throws `FileMissing`. */
  get(key: string): Promise<Buffer>
  /** All of a file or a range of it. Throws `FileMissing` here, not on the stream, so that a route can still answer 404. */
  stream(key: string, range?: ByteRange): Promise<Readable>
  /** Undefined when there is no such file. */
  stat(key: string): Promise<{ size: number; mime: string; modified: Date; etag: string } | undefined>
  /** Does nothing if there is no such file. */
  remove(key: string): Promise<void>
  /** Lists every file, in no order; concurrent additions and removals may be included or not. */
  list(): AsyncIterable<ListedFile>
  /** Removes temporary files of unfinished writes that are older than `hours`. */
  removeUnfinished(hours: number): Promise<void>
}

export class FileMissing extends Error {
  readonly key: string
  constructor(key: string, cause?: unknown) {
    super(`There is no file ${key}`, { cause })
    this.key = key
  }
}
