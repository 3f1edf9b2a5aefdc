import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { accountData } from '../../backend/things.ts'

/** Tables with a user's id, by what exports their rows otherwise, or why nothing does. */
const elsewhere: Record<string, string> = {
  collections: 'folders of the lore',
  conjurations: 'pages of the lore',
  relationships: 'links on the pages of the lore',
  conversations: 'written as Markdown',
  conversation_files: 'written with their conversation',
  campaign_files: 'written as files',
  graph_places: 'where entries are in a picture of the lore',
  account_streams: 'an index of the log',
  operations: 'progress of background work, removed when it is old',
  exports: 'earlier exports, which contain the same',
  looks: 'inspections, which belong to the audit',
  differences: 'reconciliations of payments, which belong to the audit',
  payment_returns: 'disputes of payments, which belong to the audit',
}

const tables = globSync('backend/projections/*.sql').flatMap((path) =>
  readFileSync(path, 'utf8')
    .split(/^create table (?=\w)/m)
    .slice(1)
    .filter((definition) => /^ {2}"(?:userId|addedBy|redeemedBy)"/m.test(definition))
    .map((definition) => /^\w+/.exec(definition)?.[0] ?? ''),
)

describe('the export of an account', () => {
  const statements = accountData.flatMap((of) => Object.values(of.tables ?? {})).map(({ statement }) => statement)
  const isExported = (table: string) =>
    statements.some((statement) => new RegExp(`(?:from|join) ${table}\\b`).test(statement))

  test.each(tables)('contains the rows of %s, or another part of it does', (table) => {
    expect([isExported(table), elsewhere[table] !== undefined]).toEqual([!(table in elsewhere), table in elsewhere])
  })

  test('leaves out no table that is gone', () => {
    expect(Object.keys(elsewhere).filter((table) => !tables.includes(table))).toEqual([])
  })

  test('names a table for each file once, and each for its user alone', () => {
    const names = accountData.flatMap((of) => Object.keys(of.tables ?? {}))
    expect(new Set(names).size).toBe(names.length)
    for (const statement of statements) expect(statement).toMatch(/= @userId/)
  })
})
