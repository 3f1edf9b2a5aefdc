import type { Viewer } from '#domain/access.ts'
import { byteOrderMark, csvLine } from '../../http/csv.ts'
import type { Read } from '../../http/snapshot.ts'
import { visibleTo } from '../visible.ts'

type Row = Record<string, unknown>

/** A thing's part of the export of an account, in addition to lore, sessions and conversations. */
export interface AccountData {
  /** Tables by file name, as statements with the value `@userId`. Those with `hasCsv` are exported for spreadsheets too. */
  tables?: Readonly<Record<string, { statement: string; hasCsv?: true }>>
  /** Files that the user sees. The statement has the values of `visibleTo` and `@campaignIds`, and selects `name`, with its extension, and `key`. */
  files?: { folder: string; statement: string }
}

const cellOf = (value: unknown): string | number | null => {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}
const csvOf = (rows: readonly Row[]): string => {
  const names = Object.keys(rows[0] ?? {})
  return [names, ...rows.map((row) => names.map((name) => cellOf(row[name])))].map(csvLine).join('')
}

/** Yields the tables of an account as JSON, and those for spreadsheets as CSV too. */
export async function* accountTables(
  read: Read,
  userId: string,
  all: readonly AccountData[],
): AsyncGenerator<{ path: string; content: string }> {
  for (const [name, { statement, hasCsv }] of all.flatMap(({ tables }) => Object.entries(tables ?? {}))) {
    const rows = await read<Row>(statement, { userId })
    yield { path: `Account/${name}.json`, content: `${JSON.stringify(rows, undefined, 2)}\n` }
    if (hasCsv && rows.length > 0) yield { path: `Account/${name}.csv`, content: `${byteOrderMark}${csvOf(rows)}` }
  }
}

interface AccountFile {
  folder: string
  name: string
  key: string
}

/** The files of an account that its user sees, in campaigns with these ids and elsewhere. */
export const accountFiles = async (
  read: Read,
  viewer: Viewer,
  campaignIds: readonly string[],
  all: readonly AccountData[],
): Promise<AccountFile[]> => {
  const found: AccountFile[] = []
  for (const { files } of all) {
    const values = { ...visibleTo(viewer), campaignIds }
    const rows = files ? await read<Omit<AccountFile, 'folder'>>(files.statement, values) : []
    for (const row of rows) found.push({ ...row, folder: files?.folder ?? '' })
  }
  return found
}
