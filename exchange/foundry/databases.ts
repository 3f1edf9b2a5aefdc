import { posix } from 'node:path'
import { Rejection } from '#domain/decider.ts'
import type { Archive, ArchiveFile } from '../archive.ts'
import { idOf, type Json, objectOf, parseJson, textOf } from '../json.ts'
import { DatabaseDamaged, type databaseBudget } from '../leveldb/bytes.ts'
import { readDatabase } from '../leveldb/read.ts'
import { importLimits, type ProblemList } from '../plan.ts'

/** A folder that is a LevelDB: a collection of a world of version 11 or later, or a pack. */
export interface FoundryDatabase {
  /** The collection or the pack. */
  name: string
  path: string
  /** The name of its files in problems. */
  label: string
  isPack: boolean
  files: ReadonlyMap<string, ArchiveFile>
}

/** A document of a database, with its embedded pages. */
export interface DatabaseRow {
  collection: string
  id: string
  record: Json
}

const databaseFile = /^(?:CURRENT|MANIFEST-\d+|\d+\.(?:ldb|sst|log))$/

/** Returns the databases in an archive, which may itself be the folder of one database. */
export const databasesIn = ({ files, name: top }: Archive): FoundryDatabase[] => {
  const folders = Map.groupBy(
    files.filter(({ path }) => databaseFile.test(posix.basename(path))),
    ({ path }) => posix.dirname(path),
  )
  return [...folders].flatMap(([path, parts]) => {
    const inside = new Map(parts.map((file) => [posix.basename(file.path), file]))
    const isDatabase = [...inside.keys()].some((each) => /^(?:CURRENT|MANIFEST-|\d+\.(?:ldb|sst))/.test(each))
    const name = path === '.' ? (top ?? '') : posix.basename(path)
    const isPack = /(?:^|\/)packs\//.test(path)
    return isDatabase ? [{ name, path, label: posix.join(path, '*.ldb'), isPack, files: inside }] : []
  })
}

/** Names a database in a refusal; the folder of a pack may be named anything. */
const describe = ({ name, isPack }: FoundryDatabase) =>
  isPack ? `pack “${name.slice(0, 100)}”` : `collection “${name.slice(0, 100)}”`

const parseRow = (value: Buffer | undefined): Json | undefined =>
  value && value.length <= importLimits.pageBytes ? parseJson(String(value)) : undefined

const mostPages = 50_000

/** Replaces the page ids of a journal entry by the pages, which have rows of their own. */
const withPages = (
  record: Json,
  pageOf: (id: string) => Json | undefined,
  onMissing: () => void,
): Record<string, unknown> => {
  if (!Array.isArray(record.pages)) return record
  const pages = [...new Set<unknown>(record.pages.slice(0, mostPages))].flatMap((each): Json[] => {
    const page = objectOf(each) ?? pageOf(idOf(each))
    if (!page) onMissing()
    return page ? [page] : []
  })
  return { ...record, pages }
}

/**
 * Reads the documents of `collections` in a database. Throws `foundry_database` for a damaged database: without its latest rows, an import
 * would show content that was hidden or deleted since.
 */
export const loadRows = async (
  database: FoundryDatabase,
  { collections, budget }: { collections: readonly string[]; budget: ReturnType<typeof databaseBudget> },
  problems: ProblemList,
): Promise<DatabaseRow[]> => {
  const { files, label } = database
  const key = /^!([a-z]+)(\.pages)?!(.+)$/
  const isWanted = (each: string) => {
    const [, collection = '', embedded] = key.exec(each) ?? []
    return collections.includes(collection) && (embedded === undefined || collection === 'journal')
  }
  const rows = await readDatabase(files, { wanted: isWanted, budget }).catch((error: unknown) => {
    if (error instanceof DatabaseDamaged) throw new Rejection('foundry_database', { database: describe(database) })
    throw error
  })
  let damaged = 0
  const documents = [...rows].flatMap(([each, value]): DatabaseRow[] => {
    const [, collection = '', embedded, id = ''] = key.exec(each) ?? []
    if (embedded !== undefined) return []
    const record = parseRow(value)
    if (!record) {
      damaged++
      return []
    }
    const name = textOf(record.name).slice(0, 200)
    const onMissing = () => problems.add('left', label, `A page of “${name}” is damaged or missing.`)
    const pageOf = (page: string) => parseRow(rows.get(`!journal.pages!${id}.${page}`))
    return [{ collection, id, record: collection === 'journal' ? withPages(record, pageOf, onMissing) : record }]
  })
  if (damaged > 0)
    problems.add(
      'left',
      label,
      `${damaged === 1 ? 'One of its rows is' : `${damaged} of its rows are`} damaged, or larger than 8 MB.`,
    )
  return documents
}
