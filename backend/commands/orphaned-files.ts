import type { Pool } from 'pg'
import type { EventStore } from '#eventstore'
import type { Files, ListedFile } from '../providers/files.ts'
import { sidecarOf } from '../providers/sidecars.ts'

/** Nothing takes so long between putting a file and telling of it, a job that is tried again by hand included. */
const graceDays = 7
const pageSize = 1_000
/** Files that are looked for in the log at once: some 300 bytes each. */
const batchSize = 50_000

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
/** Files that somebody sent or had drawn: events name them by their key. */
const told = new RegExp(`^(images|campaigns|imports)/(${uuid.source})/`)
const keyIn = /(?:images|campaigns|imports)\/[\w./-]+/g
/** Files that are made from a picture when they are asked for: they go with it. */
const made = new RegExp(`^(?:thumbnails|downloads|tokens|prints)/(?:images/)?(${uuid.source})[/.-]`)

interface Candidate extends ListedFile {
  /** What names it: a key, or of what is made from a picture the picture's id. */
  name: string
  id: string
  /** That would tell of it. */
  stream: string
}

/** Undefined of what is of another shape: whoever put it there knows why. */
const candidateOf = (file: ListedFile): Candidate | undefined => {
  const [, category, owner] = told.exec(file.key) ?? []
  if (category && owner)
    return { ...file, name: sidecarOf(file.key) ?? file.key, id: owner, stream: `${category}-${owner}` }
  const [, picture] = made.exec(file.key) ?? []
  return picture ? { ...file, name: picture, id: picture, stream: `images-${picture}` } : undefined
}

/** What is named there: files that are waited for, and those of views. */
const known = `select key as name from awaited_files where key = any($1)
  union all select file->>'key' from images where id = any($2::uuid[])
  union all select id::text from images where id = any($2::uuid[])
  union all select file->>'key' from image_edits where "imageId" = any($2::uuid[])
  union all select mask from image_edits where "imageId" = any($2::uuid[])
  union all select key from campaign_files where "campaignId" = any($2::uuid[]) and key = any($1)`

interface Deps {
  pool: Pick<Pool, 'query'>
  store: Pick<EventStore, 'readAll' | 'head'>
  files: Pick<Files, 'list'>
  signal: AbortSignal
  /** How many files were looked at. */
  progress?(looked: number): void
}

/**
 * Files that nothing names, older than a week: no event of any stream, whatever its type, no view, and nobody who is about to tell of them. The log is read after the
 * files were listed, once for each batch, so that it takes no more memory for a large bucket.
 */
export async function* orphanedFiles({ pool, store, files, signal, progress }: Deps): AsyncGenerator<Candidate> {
  const { rows: clock } = await pool.query<{ before: Date }>(`select now() - interval '${graceDays} days' as before`)
  const before = clock[0]?.before.getTime() ?? 0
  const unnamed = async (page: readonly Candidate[]): Promise<Candidate[]> => {
    const names = page.flatMap(({ key, name }) => [key, name])
    const { rows } = await pool.query<{ name: string | null }>(known, [names, page.map(({ id }) => id)])
    const found = new Set(rows.map(({ name }) => name))
    return page.filter(({ key, name }) => !found.has(name) && !found.has(key))
  }
  let [looked, page, batch]: [number, Candidate[], Candidate[]] = [0, [], []]
  for await (const file of files.list()) {
    signal.throwIfAborted()
    if (++looked % pageSize === 0) progress?.(looked)
    const candidate = candidateOf(file)
    if (candidate && file.modified.getTime() < before) page.push(candidate)
    if (page.length < pageSize) continue
    batch.push(...(await unnamed(page)))
    page = []
    if (batch.length < batchSize) continue
    yield* await untold(store, batch, signal)
    batch = []
  }
  batch.push(...(await unnamed(page)))
  progress?.(looked)
  yield* await untold(store, batch, signal)
}

/** Those that no event says anywhere. */
const untold = async (store: Deps['store'], batch: readonly Candidate[], signal: AbortSignal): Promise<Candidate[]> => {
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

/** Has workers remove them in a day, as they remove what was sent and never told of: each is looked for in its stream once more then, and with it goes what lies beside it. */
export const awaitOrphans = async (pool: Pick<Pool, 'query'>, orphans: readonly Candidate[]): Promise<void> => {
  const lines = new Map(orphans.map(({ key, stream }) => [sidecarOf(key) ?? key, stream]))
  await pool.query(awaiting, [[...lines.keys()], [...lines.values()]])
}
