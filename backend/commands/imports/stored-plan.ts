import type { Pool } from 'pg'
import { Rejection } from '#domain/decider.ts'
import { type Blob, type ImportPlan, type ImportProblem, importLimits } from '#exchange/plan.ts'
import { FileMissing, type Files } from '../../providers/files.ts'
import { storeAwaited } from '../storage/put-awaited.ts'
import type { StorageDeps } from '../storage/room.ts'

/** A plan without its problems, which are stored in a list of their own. */
export type StoredPlan = Omit<ImportPlan, 'problems'>

/**
 * A plan is stored in files until its operation has ended, since it is too large for an append. No event names these
 * files, so the sweep removes those of an import that never begins.
 */
interface Stored {
  userId: string
  campaignId: string
  plan: StoredPlan
  /** The SHA-256 of the uploaded file; absent if no user uploaded one. */
  fileHash?: string
}

/** The problems of an import, which are stored for a day after its end. */
interface StoredProblems extends Omit<Stored, 'plan' | 'fileHash'> {
  problems: ImportProblem[]
  /** Problems beyond the recorded ones. */
  more: number
}

const streamOf = (importId: string) => `imports-${importId}`
const planKey = (importId: string) => `imports/${importId}/plan.json`
const problemsKey = (importId: string) => `imports/${importId}/problems.json`
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
    /** Removes the parts of a discarded plan. */
    async discard(): Promise<void> {
      if (count === 0) return
      // The plan is removed first, so that it is never found without its parts.
      await files.remove(planKey(importId))
      for (let part = 0; part < count; part++) await files.remove(partKey(importId, part))
      await files.remove(problemsKey(importId))
      await pool.query('delete from awaited_files where stream = $1', [streamOf(importId)])
    },
  }
}

/** Stores a plan after its parts, so that it is never found without them. Throws `storage_full`. */
export const savePlan = async (
  deps: PlanDeps,
  { importId, plan: whole, ...stored }: Omit<Stored, 'plan'> & { importId: string; plan: ImportPlan },
): Promise<void> => {
  const { userId, campaignId } = stored
  const save = (key: string, value: object) => {
    const bytes = Buffer.from(JSON.stringify(value))
    return storeAwaited(deps, streamOf(importId), { key, userId, campaignId: null, bytes, mime: 'application/json' })
  }
  const { problems, ...plan } = whole
  const list: StoredProblems = { userId, campaignId, problems, more: plan.counts.moreProblems }
  if (problems.length > 0) await save(problemsKey(importId), list)
  await save(planKey(importId), { ...stored, plan })
}

/**
 * Returns the plan that an earlier request with this id stored; undefined if there is none. Throws `upload_differs` if
 * it is of another file.
 */
export const findRepeated = async (
  files: Pick<Files, 'get' | 'stat'>,
  importId: string,
  fileHash: string,
): Promise<ImportPlan | undefined> => {
  if ((await files.stat(planKey(importId))) === undefined) return undefined
  const stored = JSON.parse(String(await files.get(planKey(importId)))) as Stored
  if (stored.fileHash !== fileHash) throw new Rejection('upload_differs')
  return withProblems(files, importId, stored)
}

type Owner = Pick<Stored, 'userId' | 'campaignId'>

const loadOwn = async <Value extends Owner>(files: Pick<Files, 'get'>, key: string, of: Owner): Promise<Value> => {
  const bytes = await files.get(key).catch((error: unknown) => {
    throw error instanceof FileMissing ? new Rejection('import_not_found') : error
  })
  const value = JSON.parse(String(bytes)) as Value
  if (value.userId !== of.userId || value.campaignId !== of.campaignId) throw new Rejection('import_not_found')
  return value
}

/** Throws `import_not_found`. */
export const loadPlan = async (files: Pick<Files, 'get'>, importId: string, of: Owner): Promise<StoredPlan> =>
  (await loadOwn<Stored>(files, planKey(importId), of)).plan

/** A plan with its problems. Throws `import_not_found`. */
export const loadWholePlan = async (files: Pick<Files, 'get'>, importId: string, of: Owner): Promise<ImportPlan> =>
  withProblems(files, importId, await loadOwn<Stored>(files, planKey(importId), of))

/** Throws `import_not_found`, also for an import without any problem. */
export const loadProblems = (files: Pick<Files, 'get'>, importId: string, of: Owner): Promise<StoredProblems> =>
  loadOwn(files, problemsKey(importId), of)

const withProblems = async (
  files: Pick<Files, 'get'>,
  importId: string,
  { plan, ...of }: Stored,
): Promise<ImportPlan> => {
  const list = await loadProblems(files, importId, of).catch((error: unknown) => {
    // A plan without problems has no list.
    if (error instanceof Rejection) return undefined
    throw error
  })
  return { ...plan, problems: list?.problems ?? [] }
}

const touch = `update awaited_files set "putAt" = clock_timestamp() where stream = $1`
/** Keeps the stored files of an import for another day before they are swept. */
export const extendPlan = async (pool: Pool, importId: string): Promise<void> => {
  await pool.query(touch, [streamOf(importId)])
}

const claim = `update awaited_files set "putAt" = clock_timestamp(), "operationId" = $2 where stream = $1
  and (select count(*) from awaited_files where stream = $1 and key = any($3)) = cardinality($3)`
/**
 * Assigns the stored files of an import to its operation, so that the sweep keeps them until it ends. Call this before
 * the operation begins. Throws `import_not_found`, without assigning any, if the sweep has removed one of them.
 */
export const claimPlan = async (
  pool: Pool,
  importId: string,
  { operationId, parts }: { operationId: string } & Pick<ImportPlan, 'parts'>,
): Promise<void> => {
  const needed = [planKey(importId), ...parts.map((_, part) => partKey(importId, part))]
  const { rowCount } = await pool.query(claim, [streamOf(importId), operationId, needed])
  if (!rowCount) throw new Rejection('import_not_found')
}

const selectOperation = `select "operationId" from awaited_files where stream = $1 and "operationId" is not null limit 1`
/** Returns the id of the operation that carries out an import; undefined before the import begins. */
export const operationOf = async (pool: Pool, importId: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ operationId: string }>(selectOperation, [streamOf(importId)])
  return rows[0]?.operationId
}

interface RemovalDeps {
  pool: Pool
  files: Pick<Files, 'remove'>
}
/** Removes a plan with its parts. Its list of problems stays for another day, until the sweep. */
export const removePlan = async (
  { pool, files }: RemovalDeps,
  importId: string,
  { parts }: Pick<ImportPlan, 'parts'>,
): Promise<void> => {
  await files.remove(planKey(importId))
  for (const part of parts.keys()) await files.remove(partKey(importId, part))
  const done = 'delete from awaited_files where stream = $1 and key <> $2'
  await pool.query(done, [streamOf(importId), problemsKey(importId)])
  await extendPlan(pool, importId)
}

/** Removes everything of a discarded import. */
export const discardPlan = async (deps: RemovalDeps, importId: string, plan: StoredPlan): Promise<void> => {
  await removePlan(deps, importId, plan)
  await deps.files.remove(problemsKey(importId))
  await deps.pool.query('delete from awaited_files where stream = $1', [streamOf(importId)])
}

/**
 * Returns a reader of blobs that caches the last two parts: pages and pictures are stored in the order in which they
 * are imported.
 */
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
