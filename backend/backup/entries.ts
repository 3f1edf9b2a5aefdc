import { Readable } from 'node:stream'
import { extract } from 'tar-stream'

export interface Entry {
  name: string
  type: string
  size: number
  bytes: Readable
}

/** The entries of a tar stream, one after the other: each is read to its end, or resumed, before the next comes. */
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
