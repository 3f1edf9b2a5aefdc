import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Pack, pack } from 'tar-stream'
import { createDigestStream } from './digest.ts'
import { readLines } from './lines.ts'
import { Listed, type Manifest, manifestText } from './manifest.ts'

export const manifestName = 'manifest.json'
export const listName = 'list.jsonl'

interface Archive {
  dir: string
  manifest: Manifest
  signal: AbortSignal
  onBytes: (bytes: number) => void
}

const add = async (tar: Pack, { name, size }: { name: string; size: number }, from: Readable, signal: AbortSignal) => {
  const entry = tar.entry({ name, size, mode: 0o600, mtime: new Date() })
  // A failure ends the archive together with its open entry; the archive's reader receives it.
  const events = entry as unknown as NodeJS.EventEmitter
  events.on('error', () => undefined)
  for await (const chunk of from) {
    signal.throwIfAborted()
    if (!entry.write(chunk)) await once(events, 'drain', { signal })
  }
  entry.end(null)
}

/** Writes the manifest, the list, and each entry of the list. */
const fill = async (tar: Pack, { dir, manifest, signal, onBytes }: Archive) => {
  const json = Buffer.from(manifestText(manifest))
  await add(tar, { name: manifestName, size: json.length }, Readable.from([json]), signal)
  const list = join(dir, listName)
  await add(tar, { name: listName, size: manifest.list.bytes }, createReadStream(list), signal)
  for await (const line of readLines(list)) {
    const { name, bytes, sha256 } = Listed.parse(line)
    const { through, digest } = createDigestStream(onBytes)
    const file = createReadStream(join(dir, name))
    // `pipe` passes no errors on.
    file.once('error', (error) => through.destroy(error))
    await add(tar, { name, size: bytes }, file.pipe(through), signal)
    if (digest().sha256 !== sha256) throw new Error(`${name} was changed while it was written`)
  }
  tar.finalize()
}

/** Creates the tar stream of a backup from the files gathered in `dir`, which it reads on demand. */
export const createArchive = (archive: Archive): Readable => {
  const tar = pack()
  fill(tar, archive).catch((error: Error) => tar.destroy(error))
  return Readable.from(tar as unknown as AsyncIterable<Buffer>)
}
