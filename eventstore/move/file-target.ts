import { type FileHandle, open } from 'node:fs/promises'
import { createDigest, type Digest } from './digest.ts'
import { fileLines } from './file-lines.ts'
import { footer, HEADER, readHeader, readLine } from './lines.ts'
import { CannotMove, type MovedEvent, type Target } from './log.ts'
import { packingOf } from './packing.ts'

/** A piece is written once its text has this many characters. */
const PIECE = 1024 * 1024

/** A target file of JSON lines; `-` is the standard output. An existing file is continued: its last piece is cut off and replaced. */
export function fileTarget(file: string): Target & { digest(): Digest } {
  const packing = packingOf(file)
  let digesting = createDigest()
  let handle: FileHandle | undefined
  const opened = async () => {
    if (file === '-') return undefined
    handle ??= await open(file, 'a+', 0o600).catch((error: Error) => {
      throw new CannotMove(`The file cannot be written: ${error.message}.`)
    })
    return handle
  }
  return {
    name: file === '-' ? 'the standard output' : file,
    async tail() {
      digesting = createDigest()
      const handle = await opened()
      if (!handle) return []
      const { size } = await handle.stat()
      if (size === 0) return []
      const cut = await beginningOfLast(handle, size, packing.lastPiece)
      if (cut < 0 || (await isOther(file)))
        throw new CannotMove(
          `${file} is there already, and is nothing that can be gone on with. Remove it, or take another name.`,
        )
      await handle.truncate(cut)
      return cut === 0 ? [] : [await lastOf(file, digesting)].filter((event) => event !== undefined)
    },
    async open() {
      const handle = await opened()
      const write = async (bytes: Buffer) => {
        if (handle) await handle.appendFile(bytes)
        else if (!process.stdout.write(bytes)) await new Promise((resolve) => process.stdout.once('drain', resolve))
      }
      const before = digesting.now().events
      let text = before === 0 && (await isEmpty(handle)) ? `${HEADER}\n` : ''
      const flush = async () => {
        if (text === '') return
        const piece = Buffer.from(text)
        text = ''
        await write(await packing.pack(piece))
      }
      return {
        async append(events) {
          text += digesting.add(events)
          if (text.length >= PIECE) await flush()
        },
        settled: flush,
        async end() {
          await flush()
          const { events, digest } = digesting.now()
          // A separate piece, so that a continuation can cut it off.
          await write(await packing.pack(Buffer.from(`${footer(events, digest)}\n`)))
          await handle?.sync()
        },
        break: () => {},
        stored: () => digesting.now().events - before,
      }
    },
    digest: () => digesting.now(),
    close: async () => handle?.close(),
  }
}

const isEmpty = async (handle: FileHandle | undefined) => handle === undefined || (await handle.stat()).size === 0

async function beginningOfLast(
  handle: FileHandle,
  size: number,
  lastPiece: (bytes: Buffer) => number,
): Promise<number> {
  for (let length = Math.min(size, PIECE); ; length = Math.min(size, length * 2)) {
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    const at = lastPiece(buffer)
    // A match at the very beginning of the read bytes may be a false one: reads more of the file then.
    if (at > 0 || length === size) return at < 0 ? -1 : size - length + at
  }
}

/** True if the file exists and does not begin with a log's header. */
async function isOther(file: string): Promise<boolean> {
  for await (const [first] of fileLines(file, () => {})) {
    if (first === undefined) continue
    try {
      readHeader(first)
      return false
    } catch {
      return true
    }
  }
  // A file that was cut within its first piece counts as empty.
  return false
}

/** Adds all events of the file to the digest, and returns the last one. */
async function lastOf(file: string, digest: ReturnType<typeof createDigest>): Promise<MovedEvent | undefined> {
  let last: MovedEvent | undefined
  let number = 0
  for await (const lines of fileLines(file, () => {})) {
    const page = lines.flatMap((text) => {
      if (++number === 1) return []
      const line = readLine(text, number)
      return line.kind === 'event' ? [line.event] : []
    })
    digest.add(page)
    last = page.at(-1) ?? last
  }
  return last
}
