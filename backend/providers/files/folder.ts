import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { FSDriver } from 'flydrive/drivers/fs'
import { FileMissing, type Files } from '../files.ts'
import { checkKey } from './key.ts'

/**
 * Stores media in a folder that only its owner may read. Dot folders next to the files, which no key can reach, hold
 * unfinished files and the MIME types.
 */
export function folder(root: string): Files {
  const driver = new FSDriver({ location: root, visibility: 'private' })
  const mimeKey = (key: string) => `.mime/${key}`

  /** Writes to a temporary file, flushes, then renames: after a crash there is the old file or the new one. */
  async function replace(key: string, contents: string | Buffer | Readable) {
    const temporary = join(root, '.writing', randomUUID())
    const target = join(root, key)
    try {
      for (const made of [temporary, target]) await mkdir(dirname(made), { recursive: true, mode: 0o700 })
      await writeFile(temporary, contents, { mode: 0o600, flush: true })
      await rename(temporary, target)
      await flush(dirname(target))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  const mimeOf = (key: string) => driver.get(mimeKey(key)).catch(unlessMissing(undefined))

  return {
    async put(key, bytes, mime) {
      // The MIME type first, so that every existing file has one.
      await replace(mimeKey(checkKey(key)), mime)
      await replace(key, bytes)
    },
    async putStream(key, bytes, { mime }) {
      await replace(mimeKey(checkKey(key)), mime)
      await replace(key, bytes)
    },
    async get(key) {
      // not the driver's getBytes, which hands out the whole memory block behind a buffer
      return readFile(join(root, checkKey(key))).catch(missing(key))
    },
    async stream(key, range) {
      const stream = createReadStream(join(root, checkKey(key)), range)
      await once(stream, 'open').catch(missing(key))
      return stream
    },
    async stat(key) {
      try {
        // a folder is no file
        if (!(await driver.exists(checkKey(key)))) return undefined
        const { contentLength: size, lastModified: modified, etag, contentType } = await driver.getMetaData(key)
        return { size, mime: (await mimeOf(key)) ?? contentType ?? 'application/octet-stream', modified, etag }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async remove(key) {
      await driver.delete(checkKey(key))
      await driver.delete(mimeKey(key))
    },
    async *list() {
      for await (const key of keysBelow(root)) {
        const found = await stat(join(root, key)).catch(unlessMissing(undefined))
        if (found) yield { key, size: found.size, modified: found.mtime }
      }
    },
    async removeUnfinished(hours) {
      const before = Date.now() - hours * 3_600_000
      const temporary = join(root, '.writing')
      for (const name of await readdir(temporary).catch(unlessMissing([]))) {
        const begun = await stat(join(temporary, name)).catch(unlessMissing(undefined))
        if (begun && begun.mtimeMs < before) await rm(join(temporary, name), { force: true })
      }
    },
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code))

const unlessMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (isMissing(error)) return instead
    throw error
  }

const missing = (key: string) => (error: unknown) => {
  throw isMissing(error) ? new FileMissing(key, error) : error
}

/** Yields the keys of all files, without those in the store's own dot folders. */
async function* keysBelow(root: string, below = ''): AsyncGenerator<string> {
  for await (const entry of await opendir(join(root, below)).catch(unlessMissing([]))) {
    if (entry.name.startsWith('.')) continue
    const key = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) yield* keysBelow(root, key)
    else if (entry.isFile()) yield key
  }
}

/** Flushes a folder to disk, so that a renamed file is found there after a crash. */
async function flush(path: string) {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
