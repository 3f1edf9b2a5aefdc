import type { Op } from '#domain/text-ops.ts'
import type { Piece } from './blocks.ts'

/** A table as Quill's `table-embed` has it. Cells are by row and column, from 1: `1:2`. */
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

const idOf = ({ insert }: Op, n: number): string => {
  const id = typeof insert === 'object' ? insert.id : undefined
  return typeof id === 'string' ? id : `${n}`
}

/** The pieces of a cell: its words without lines' ends. */
const piecesOf = (content: readonly Op[]): Piece[] =>
  content.flatMap(({ insert, attributes = {} }) => (insert === undefined ? [] : [{ insert, attributes }]))

/** A table's rows with all their cells, those that were never written in too. */
export const rowsOf = (table: unknown): Row[] => {
  const { rows = [], columns = [], cells = {} } = (table ?? {}) as TableValue
  return rows.map((row, r) => ({
    id: idOf(row, r),
    isHead: row.attributes?.header === true,
    cells: columns.map((column, c) => {
      const place = `${r + 1}:${c + 1}`
      const content = cells[place]?.content ?? []
      return { id: idOf(column, c), place, content, pieces: piecesOf(content) }
    }),
  }))
}
