import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { CannotStart } from '../platform/cannot-start.ts'
import { createDigestStream } from './digest.ts'
import { type Entry, entriesOf } from './entries.ts'
import { readLines } from './lines.ts'
import { formatVersion, Listed, type Manifest, manifestIn } from './manifest.ts'
import { listName, manifestName } from './write.ts'

/** The backup is not as it was written; the message names the entry that differs. */
export class Altered extends Error {}

interface Reading {
  /** Target folder, with the layout of the gathered files. */
  dir: string
  /** Checks the manifest before any other entry is read. Throws CannotStart if this installation cannot use the backup. */
  accept(manifest: Manifest): void
  signal: AbortSignal
  /** Receives the size of each chunk that is read; their sum is `list.total` of the manifest. */
  onBytes: (bytes: number) => void
}

const Versioned = z.object({ format: z.literal('loreloom-backup'), version: z.int() })
const largestManifest = 1_000_000

const parseManifest = (text: string): Manifest => {
  const json: unknown = JSON.parse(text)
  const { success, data } = Versioned.safeParse(json)
  if (!success) throw new CannotStart('This is no backup of Loreloom.')
  if (data.version !== formatVersion)
    throw new CannotStart(
      `The backup has format ${data.version}, and this version of Loreloom reads ${formatVersion}: restore it with the one that wrote it.`,
    )
  const manifest = manifestIn(json)
  if (!manifest) throw new Altered('its manifest does not match its digest')
  return manifest
}

/** Writes an entry to the disk, flushed, and returns its size and SHA-256. */
const writeEntry = async ({ bytes }: Entry, path: string, onBytes: (bytes: number) => void, signal: AbortSignal) => {
  const { through, digest } = createDigestStream(onBytes)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(bytes, through, createWriteStream(path, { mode: 0o600, flush: true }), { signal })
  return digest()
}

const nextOf = async (entries: AsyncGenerator<Entry>, name: string): Promise<Entry> => {
  const { value, done } = await entries.next()
  if (done || !value) throw new Altered(`it ends before ${name}`)
  if (value.name !== name) throw new Altered(`it has ${JSON.stringify(value.name)} where ${name} should be`)
  return value
}

/** Extracts a backup into a folder and verifies the digest of each entry. Throws Altered if the backup is incomplete or changed. */
export const readArchive = async (tar: Readable, { dir, accept, signal, onBytes }: Reading): Promise<Manifest> => {
  const entries = entriesOf(tar)
  const noBackup = new CannotStart('This is no backup of Loreloom.')
  const { value: first } = await entries.next().catch(() => {
    throw noBackup
  })
  if (first?.name !== manifestName || first.size > largestManifest) throw noBackup
  const manifest = parseManifest(Buffer.concat(await first.bytes.toArray()).toString())
  accept(manifest)
  const listFile = join(dir, listName)
  const list = await writeEntry(await nextOf(entries, listName), listFile, () => undefined, signal)
  if (list.sha256 !== manifest.list.sha256) throw new Altered('its list does not match the digest in the manifest')
  for await (const line of readLines(listFile)) {
    const { name, sha256 } = Listed.parse(line)
    const written = await writeEntry(await nextOf(entries, name), join(dir, name), onBytes, signal)
    if (written.sha256 !== sha256) throw new Altered(`${name} does not match its digest`)
  }
  if (!(await entries.next()).done) throw new Altered('it has more than its list says')
  return manifest
}
