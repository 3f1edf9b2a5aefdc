import type { Op } from '#domain/text-ops.ts'
import type { Piece } from './blocks.ts'

/** A table in the format of Quill's `table-embed`. The keys of cells are row and column, from 1, as in `1:2`. */
export interface TableValue {
  rows?: Op[]
  columns?: Op[]
  cells?: Record<string, { content?: Op[]; attributes?: Record<string, unknown> }>
}

export interface Row {
  id: string
  isHead: boolean
  cells: { id: string; place: string; content: Op[]; pieces: Piece[] }[]
}

/** Returns a distinct key for each row or column. An id occurs twice if two users restored the same row. */
const keysOf = (lines: readonly Op[]): string[] => {
  const counts = new Map<string, number>()
  return lines.map(({ insert }, n) => {
    const id = typeof insert === 'object' && typeof insert.id === 'string' ? insert.id : `${n}`
    const count = counts.get(id) ?? 0
    counts.set(id, count + 1)
    return count === 0 ? id : `${id} ${count}`
  })
}

/** The pieces of a cell without newlines. */
const piecesOf = (content: readonly Op[]): Piece[] =>
  content.flatMap(({ insert, attributes = {} }) => (insert === undefined ? [] : [{ insert, attributes }]))

/** Returns a table's rows with all cells, including those without stored content. */
export const rowsOf = (table: unknown): Row[] => {
  const { rows = [], columns = [], cells = {} } = (table ?? {}) as TableValue
  const rowKeys = keysOf(rows)
  const columnKeys = keysOf(columns)
  return rows.map((row, r) => ({
    id: rowKeys[r] as string,
    isHead: row.attributes?.header === true,
    cells: columns.map((_, c) => {
      const place = `${r + 1}:${c + 1}`
      const content = cells[place]?.content ?? []
      return { id: columnKeys[c] as string, place, content, pieces: piecesOf(content) }
    }),
  }))
}
