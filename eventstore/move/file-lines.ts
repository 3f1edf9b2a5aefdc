import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { CannotMove } from './log.ts'
import { packingOf } from './packing.ts'

/** Maximum length of a line in characters, more than any event needs. */
const LONGEST = 32 * 1024 * 1024

/** Yields the complete lines of a file, or of the standard input (`-`), in groups as they arrive. `read` receives numbers of bytes read. */
export async function* fileLines(file: string, read: (bytes: number) => void): AsyncGenerator<string[]> {
  const raw: Readable = file === '-' ? process.stdin : createReadStream(file)
  raw.on('data', (chunk: Buffer) => read(chunk.length))
  const unpacker = packingOf(file).unpacker()
  const bytes = unpacker ? raw.on('error', (error) => unpacker.destroy(error)).pipe(unpacker) : raw
  const decoder = new StringDecoder('utf8')
  let rest = ''
  try {
    for await (const chunk of bytes) {
      const lines = (rest + decoder.write(chunk)).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > LONGEST) throw new CannotMove('A line has no end: this is no log.')
      yield lines
    }
  } catch (error) {
    if (!isCutOff(error)) throw explained(error)
  } finally {
    if (file !== '-') raw.destroy()
  }
}

/** True if compressed data is truncated. The part before is valid; the reader reports the missing last line. */
const isCutOff = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR'

const explained = (error: unknown) => {
  if (!(error instanceof Error) || !('code' in error)) return error
  const code = String(error.code)
  if (code.startsWith('Z_') || code.startsWith('ZSTD_'))
    return new CannotMove('The file is damaged: it cannot be uncompressed.')
  return code.startsWith('E') ? new CannotMove(`The file cannot be read: ${error.message}.`) : error
}
