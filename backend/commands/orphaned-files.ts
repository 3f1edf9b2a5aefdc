import type { Pool } from 'pg'
import type { EventStore } from '#eventstore'
import { bindNamedValues } from '../platform/named-values.ts'
import type { Files, ListedFile } from '../providers/files.ts'
import { sidecarOf } from '../providers/sidecars.ts'
import type { StoredFiles } from '../sealing/forget.ts'

/** Exceeds the time between storing a file and appending the event that names it, even for a job that is retried by hand. */
const graceDays = 7
const pageSize = 1_000
/** Number of files per scan of the log; each takes some 300 bytes of memory. */
const batchSize = 50_000

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
/** Returns patterns for the keys of uploaded and generated files in these folders, as events contain them. */
const patternsOf = (storedFiles: readonly StoredFiles[]) => {
  const folders = storedFiles.flatMap((each) => each.folders).join('|')
  return {
    ownerInKey: new RegExp(`^(${folders})/(${uuid.source})/`),
    keyIn: new RegExp(`(?:${folders})/[\\w./-]+`, 'g'),
  }
}
type Patterns = ReturnType<typeof patternsOf>
/** Files that are derived from a picture on request: they are deleted with it. */
const made = new RegExp(`^(?:thumbnails|downloads|tokens|prints)/(?:images/)?(${uuid.source})[/.-]`)

interface Candidate extends ListedFile {
  /** The string by which events refer to the file: its key or, for a file derived from a picture, the picture's id. */
  name: string
  id: string
  /** The stream whose events would name the file. */
  stream: string
}

/** Undefined for a key of another shape, which some other program stored. */
const candidateOf = (file: ListedFile, { ownerInKey }: Patterns): Candidate | undefined => {
  const [, category, owner] = ownerInKey.exec(file.key) ?? []
  if (category && owner)
    return { ...file, name: sidecarOf(file.key) ?? file.key, id: owner, stream: `${category}-${owner}` }
  const [, picture] = made.exec(file.key) ?? []
  return picture ? { ...file, name: picture, id: picture, stream: `images-${picture}` } : undefined
}

/** Returns a statement that selects the names of files that pending uploads and views refer to. */
const known = (storedFiles: readonly StoredFiles[]) =>
  [
    'select key as name from awaited_files where key = any(@keys)',
    ...storedFiles.flatMap(({ named }) => named ?? []),
  ].join('\n  union all ')

interface Deps {
  pool: Pick<Pool, 'query'>
  store: Pick<EventStore, 'readAll' | 'head'>
  files: Pick<Files, 'list'>
  storedFiles: readonly StoredFiles[]
  signal: AbortSignal
  /** Receives the number of files checked so far. */
  progress?(looked: number): void
}

/**
 * Yields files older than a week that nothing names: no event of any stream, no view, and no pending upload. The log is
 * read after the files were listed, once per batch, so that a large bucket needs no more memory.
 */
export async function* orphanedFiles(deps: Deps): AsyncGenerator<Candidate> {
  const { pool, files, storedFiles, signal, progress } = deps
  const [patterns, statement] = [patternsOf(storedFiles), known(storedFiles)]
  const { rows: clock } = await pool.query<{ before: Date }>(`select now() - interval '${graceDays} days' as before`)
  const before = clock[0]?.before.getTime() ?? 0
  const unnamed = async (page: readonly Candidate[]): Promise<Candidate[]> => {
    const values = { keys: page.flatMap(({ key, name }) => [key, name]), ids: page.map(({ id }) => id) }
    const { rows } = await pool.query<{ name: string | null }>(bindNamedValues(statement, values))
    const found = new Set(rows.map(({ name }) => name))
    return page.filter(({ key, name }) => !found.has(name) && !found.has(key))
  }
  let [looked, page, batch]: [number, Candidate[], Candidate[]] = [0, [], []]
  for await (const file of files.list()) {
    signal.throwIfAborted()
    if (++looked % pageSize === 0) progress?.(looked)
    const candidate = candidateOf(file, patterns)
    if (candidate && file.modified.getTime() < before) page.push(candidate)
    if (page.length < pageSize) continue
    batch.push(...(await unnamed(page)))
    page = []
    if (batch.length < batchSize) continue
    yield* await withoutEvents(deps, batch, patterns)
    batch = []
  }
  batch.push(...(await unnamed(page)))
  progress?.(looked)
  yield* await withoutEvents(deps, batch, patterns)
}

/** The candidates that no event names. */
const withoutEvents = async (
  { store, signal }: Deps,
  batch: readonly Candidate[],
  { keyIn }: Patterns,
): Promise<Candidate[]> => {
  if (batch.length === 0) return []
  const names = new Set(batch.map(({ name }) => name))
  for await (const events of store.readAll({ until: await store.head() })) {
    signal.throwIfAborted()
    for (const { stream, data } of events) {
      const said = `${stream} ${JSON.stringify(data ?? null)}`
      for (const pattern of [keyIn, uuid]) for (const [name] of said.matchAll(pattern)) names.delete(name)
    }
  }
  return batch.filter(({ name }) => names.has(name))
}

const awaiting = `insert into awaited_files (key, stream) select key, stream from unnest($1::text[], $2::text[]) t(key, stream)
  on conflict (key) do nothing`

/**
 * Schedules the removal of orphans in a day, like that of uploads that were never referenced. The sweep then checks the
 * stream again, and removes the file with its sidecar.
 */
export const awaitOrphans = async (pool: Pick<Pool, 'query'>, orphans: readonly Candidate[]): Promise<void> => {
  const lines = new Map(orphans.map(({ key, stream }) => [sidecarOf(key) ?? key, stream]))
  await pool.query(awaiting, [[...lines.keys()], [...lines.values()]])
}
