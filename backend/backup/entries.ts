import { Readable } from 'node:stream'
import { extract } from 'tar-stream'

export interface Entry {
  name: string
  type: string
  size: number
  bytes: Readable
}

/** Yields the entries of a tar stream. The consumer must read each to its end, or resume it, before the next. */
export async function* entriesOf(tar: Readable): AsyncGenerator<Entry> {
  const entries = extract()
  tar.once('error', (error) => entries.destroy(error))
  tar.pipe(entries as unknown as NodeJS.WritableStream)
  try {
    for await (const entry of entries) {
      const { name, type, size } = entry.header
      yield { name, type, size, bytes: Readable.from(entry as AsyncIterable<Buffer>) }
    }
  } finally {
    tar.destroy()
  }
}
