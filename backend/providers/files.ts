import type { Readable } from 'node:stream'

/** Where media lives. Keys are made by us (`images/<uuid>.png`), never by a user. Adapters: a folder, S3. */
export interface Files {
  put(key: string, bytes: Buffer, mime: string): Promise<void>
  get(key: string): Promise<Buffer>
  stream(key: string): Promise<Readable>
  /** Undefined when there is no such file. */
  stat(key: string): Promise<{ size: number; mime: string; modified: Date; etag: string } | undefined>
  remove(key: string): Promise<void>
}
