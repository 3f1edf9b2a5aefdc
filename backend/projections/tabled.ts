import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { AnyView } from './view.ts'

/** A view with the statements that make its table, and the mark by which a changed definition is known. */
export interface Tabled {
  view: AnyView
  sql: string
  definition: string
}

const sqlFile = ({ table }: AnyView) => path.join(import.meta.dirname, `${table.replaceAll('_', '-')}.sql`)

/**
 * The definition's mark covers the table and what each event does to it, so that a mended handler is replayed without
 * anybody having to say so. What a handler calls is not seen: then `npm run rebuild` says it.
 */
export const tabled = (view: AnyView, sql = fs.readFileSync(sqlFile(view), 'utf8')): Tabled => {
  const handlers = Object.entries(view.on).map(([type, handler]) => `${type} ${handler}`.replaceAll(/\s+/g, ' '))
  return { view, sql, definition: createHash('sha256').update(sql).update(handlers.sort().join()).digest('hex') }
}
