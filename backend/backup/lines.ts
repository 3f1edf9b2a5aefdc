import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

async function* asLines(values: AsyncIterable<unknown>) {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}

/** Writes a file of JSON lines that only its owner may read. */
export const writeLines = (file: string, values: AsyncIterable<unknown>, signal: AbortSignal): Promise<void> =>
  pipeline(Readable.from(asLines(values)), createWriteStream(file, { mode: 0o600 }), { signal })

/** Reads such a file lazily, line by line. */
export async function* readLines(file: string): AsyncGenerator<unknown> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }))
    yield JSON.parse(line)
}
