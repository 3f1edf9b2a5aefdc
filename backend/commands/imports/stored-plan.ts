import type { Pool } from 'pg'
import { Rejection } from '#domain/decider.ts'
import { type Blob, type ImportPlan, importLimits } from '#exchange/plan.ts'
import { FileMissing, type Files } from '../../providers/files.ts'
import { storeAwaited } from '../storage/put-awaited.ts'
import type { StorageDeps } from '../storage/room.ts'

/**
 * A plan waits in files until its operation has ended: an append could not hold it. No event names these files, so that the sweep removes those of
 * an import that never begins.
 */
interface Stored {
  userId: string
  campaignId: string
  plan: ImportPlan
}

const streamOf = (importId: string) => `imports-${importId}`
const planKey = (importId: string) => `imports/${importId}/plan.json`
const partKey = (importId: string, part: number) => `imports/${importId}/${part}`

type PlanDeps = StorageDeps & { files: Files }

/** Stores the parts of a plan as they are read; until the import has ended they count for the user's storage. */
export const partStore = (deps: PlanDeps, { importId, userId }: { importId: string; userId: string }) => {
  const { pool, files } = deps
  let count = 0
  return {
    /** Stores the next part. Throws `storage_full`. */
    async put(bytes: Buffer): Promise<void> {
      const of = { key: partKey(importId, count), userId, campaignId: null }
      count++
      await storeAwaited(deps, streamOf(importId), { ...of, bytes, mime: 'application/octet-stream' })
    },
    /** Removes the parts of a plan that is not to be, unless an earlier request with the same id saved one. */
    async discard(): Promise<void> {
      if (count === 0) return
      if ((await files.stat(planKey(importId))) !== undefined) return
      for (let part = 0; part < count; part++) await files.remove(partKey(importId, part))
      await pool.query('delete from awaited_files where stream = $1', [streamOf(importId)])
    },
  }
}

/** Stores a plan, which is found only once its parts are. Throws `storage_full`. */
export const savePlan = async (
  deps: PlanDeps,
  { importId, ...stored }: Stored & { importId: string },
): Promise<void> => {
  const bytes = Buffer.from(JSON.stringify(stored))
  const of = { key: planKey(importId), userId: stored.userId, campaignId: null }
  await storeAwaited(deps, streamOf(importId), { ...of, bytes, mime: 'application/json' })
}

/** Throws `import_not_found`. */
export const loadPlan = async (
  files: Pick<Files, 'get'>,
  importId: string,
  of: Omit<Stored, 'plan'>,
): Promise<ImportPlan> => {
  const bytes = await files.get(planKey(importId)).catch((error: unknown) => {
    throw error instanceof FileMissing ? new Rejection('import_not_found') : error
  })
  const { userId, campaignId, plan } = JSON.parse(String(bytes)) as Stored
  if (userId !== of.userId || campaignId !== of.campaignId) throw new Rejection('import_not_found')
  return plan
}

const touch = `update awaited_files set "putAt" = clock_timestamp() where stream = $1`
/** Gives an import that begins another day before its files are swept. */
export const extendPlan = async (pool: Pool, importId: string): Promise<void> => {
  await pool.query(touch, [streamOf(importId)])
}

export const removePlan = async (
  { pool, files }: { pool: Pool; files: Pick<Files, 'remove'> },
  importId: string,
  { parts }: ImportPlan,
): Promise<void> => {
  await files.remove(planKey(importId))
  for (const part of parts.keys()) await files.remove(partKey(importId, part))
  await pool.query('delete from awaited_files where stream = $1', [streamOf(importId)])
}

/** Reads blobs, with the last parts in memory: pages and pictures are stored in the order in which they are imported. */
export const openParts = (files: Pick<Files, 'get'>, importId: string) => {
  const cached = new Map<number, Promise<Buffer>>()
  return async ({ part, at, length }: Blob): Promise<Buffer> => {
    const reading = cached.get(part) ?? files.get(partKey(importId, part))
    cached.delete(part)
    cached.set(part, reading)
    reading.catch(() => cached.delete(part))
    for (const old of cached.keys()) if (cached.size > 2) cached.delete(old)
    return (await reading).subarray(at, at + length)
  }
}

export const archiveMegabytes = Math.floor(importLimits.archiveBytes / 2 ** 20)
