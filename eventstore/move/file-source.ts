import { statSync } from 'node:fs'
import { createDigest, type Digest } from './digest.ts'
import { fileLines } from './file-lines.ts'
import { readHeader, readLine } from './lines.ts'
import { CannotMove, type MovedEvent, placeOf, type Source } from './log.ts'
import { skipped } from './skipped.ts'

/** The log in a file that `fileTarget` wrote; `-` is the standard input, which can be read only once. */
export function fileSource(file: string): Source {
  const size = file === '-' ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0)
  let read = 0
  let wasRead = false
  return {
    name: file === '-' ? 'the standard input' : file,
    after(tail) {
      if (file === '-' && wasRead)
        throw new CannotMove('The standard input cannot be read again: start it once more, and it goes on.')
      wasRead = true
      read = 0
      const events = fileEvents(file, (bytes) => {
        read += bytes
      })
      return skipped(events, tail)
    },
    share: () => (size === 0 ? 0 : read / size),
    described: () => [],
    close: async () => {},
  }
}

/** Yields the readable events of the file; then throws CannotMove if these are not all, or if the file was changed. */
async function* fileEvents(file: string, read: (bytes: number) => void): AsyncGenerator<MovedEvent[]> {
  const digest = createDigest()
  let number = 0
  let last: MovedEvent | undefined
  let end: Digest | undefined
  for await (const lines of fileLines(file, read)) {
    const page: MovedEvent[] = []
    let failure: unknown
    try {
      for (const text of lines) {
        if (++number === 1) readHeader(text)
        else if (end) throw new CannotMove(`Line ${number} comes after the last one.`)
        else {
          const line = readLine(text, number)
          if (line.kind === 'end') end = line
          else page.push(line.event)
        }
      }
    } catch (error) {
      failure = error
    }
    digest.add(page)
    last = page.at(-1) ?? last
    if (page.length > 0) yield page
    if (failure) throw failure
  }
  proveWhole(end, digest.now(), last)
}

function proveWhole(end: Digest | undefined, { events, digest }: Digest, last: MovedEvent | undefined) {
  if (!end)
    throw new CannotMove(
      `The file breaks off after ${events} events${last ? `, the last of them ${placeOf(last)}` : ''}: it was not written to its end. Export to the same file again, and it goes on; what was read is good.`,
    )
  if (end.events !== events || end.digest !== digest)
    throw new CannotMove(
      `The file says that it holds ${end.events} events with the digest ${end.digest}, but it holds ${events} with ${digest}: it was changed after it was written.`,
    )
}
