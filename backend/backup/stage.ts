import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { baseBackup } from '../platform/base-backup.ts'
import { createDigestStream } from './digest.ts'
import { writeLines } from './lines.ts'
import { bucketName, databaseName, type Listed, secretNames } from './manifest.ts'
import { filesBelow, holdMedia } from './media.ts'

/** Lists the bucket's files; each page is fetched on demand. */
export type BucketList = () => AsyncIterable<{ key: string; size: number }>

interface Staging {
  config: Pick<Config, 'dataDir' | 'auditHeads'>
  /** The staging folder, on the disk of the data directory. */
  dir: string
  /** Undefined where the database is elsewhere. */
  postgres: pg.ClientConfig | undefined
  /** Undefined where media are files of the data directory. */
  bucket: BucketList | undefined
  signal: AbortSignal
  onBytes: (bytes: number) => void
}

const keep = async (from: string, to: string) => {
  if (existsSync(from)) await copyFile(from, to)
}

/**
 * Gathers an installation as of one instant, that of the database's copy, so that log, checkpoint, views, jobs and accounts fit each other.
 * Heads are copied before it, since a later one would belong to a longer chain; keys after it, since one may be added; media before it,
 * since files may be removed, and again after it, since the database may refer to new ones.
 */
export const stage = async ({
  config: { dataDir, auditHeads },
  dir,
  postgres,
  bucket,
  signal,
  onBytes,
}: Staging): Promise<void> => {
  const holdFiles = bucket ? async () => undefined : () => holdMedia(join(dataDir, 'files'), join(dir, 'files'), signal)
  await keep(auditHeads.file, join(dir, 'audit-heads.jsonl'))
  await mkdir(join(dir, 'files'), { recursive: true, mode: 0o700 })
  await holdFiles()
  if (postgres) {
    const { through } = createDigestStream(onBytes)
    const file = createWriteStream(join(dir, databaseName), { mode: 0o600 })
    await pipeline(await baseBackup(postgres), through, file, { signal })
  }
  await holdFiles()
  if (bucket) await writeLines(join(dir, bucketName), bucket(), signal)
  for (const name of ['auth-secret', 'audit-keys']) await keep(join(dataDir, name), join(dir, name))
}

/** The gathered files, in the order of the archive, with digests. */
export async function* listed(
  dir: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Listed> {
  for (const name of [...secretNames, databaseName, bucketName])
    if (existsSync(join(dir, name))) yield await digestOf(name)
  for await (const name of filesBelow(join(dir, 'files'))) yield await digestOf(`files/${name}`)

  async function digestOf(name: string): Promise<Listed> {
    const { through, digest } = createDigestStream(onBytes)
    await pipeline(createReadStream(join(dir, name)), through.resume(), { signal })
    return { name, ...digest() }
  }
}
