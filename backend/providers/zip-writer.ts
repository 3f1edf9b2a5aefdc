import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import yazl from 'yazl'

interface ZipWriter {
  /** Resolves once the entry is packed, so that no entry waits in memory. Pictures are compressed already, and are stored as they are. */
  add(path: string, content: string | Readable): Promise<void>
  /** Resolves once the file is complete. */
  finish(): Promise<void>
  /** Ends the writing of an incomplete file. */
  abort(): void
}

/** Writes a zip to a file, entry after entry. `at` is the time of its entries. */
export const zipWriter = (file: string, at: Date): ZipWriter => {
  const zip = new yazl.ZipFile()
  const target = createWriteStream(file, { mode: 0o600 })
  const written = pipeline(zip.outputStream, target)
  // A failure rejects the current or next call of a method.
  const failed = new Promise<never>((_, reject) => {
    zip.on('error', reject)
    written.catch(reject)
  })
  failed.catch(() => undefined)
  let last: Promise<unknown> = Promise.resolve()
  const addNow = async (path: string, content: string | Readable) => {
    const stream = typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content
    const isPicture = /\.(?:png|jpg|webp|zip)$/.test(path)
    zip.addReadStream(stream, path, { mtime: at, mode: 0o100644, compress: !isPicture })
    await Promise.race([finished(stream, { writable: false }), failed])
  }
  return {
    add(path, content) {
      const next = last.then(() => addNow(path, content))
      last = next.catch(() => undefined)
      return next
    },
    async finish() {
      await last
      zip.end()
      await Promise.race([written, failed])
    },
    abort() {
      target.destroy()
    },
  }
}
