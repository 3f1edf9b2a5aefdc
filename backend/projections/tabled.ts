import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { codeTokens } from './code-tokens.ts'
import type { AnyView } from './view.ts'

/** A view, the SQL that creates its table, and a hash that changes with its definition. */
export interface Tabled {
  view: AnyView
  sql: string
  definition: string
}

const sqlFile = ({ table }: AnyView) => path.join(import.meta.dirname, `${table.replaceAll('_', '-')}.sql`)

/**
 * `definition` hashes the table's SQL and the source of each event handler, without comments and layout: the view is rebuilt when either
 * changes. Functions that a handler calls are not part of it: after changing one, run `npm run rebuild`.
 */
export const tabled = (view: AnyView, sql = fs.readFileSync(sqlFile(view), 'utf8')): Tabled => {
  const handlers = Object.entries(view.on).map(([type, handler]) => codeTokens(`${type} ${handler}`))
  return { view, sql, definition: createHash('sha256').update(sql).update(handlers.sort().join()).digest('hex') }
}
