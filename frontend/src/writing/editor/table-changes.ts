import { Delta, type Op } from '#domain/deltas.ts'
import type { TableValue } from '../reading/table-rows.ts'

type Line = 'rows' | 'columns'

/** Creates a table of two rows and two columns, with a header row. */
export const newTable = (newId: () => string): TableValue => ({
  rows: [{ insert: { id: newId() }, attributes: { header: true } }, { insert: { id: newId() } }],
  columns: [{ insert: { id: newId() } }, { insert: { id: newId() } }],
})

export const addLine = (line: Line, at: number, id: string): TableValue => ({
  [line]: new Delta().retain(at).insert({ id }).ops,
})
export const removeLine = (line: Line, at: number): TableValue => ({ [line]: new Delta().retain(at).delete(1).ops })
export const markHead = (isHead: boolean): TableValue => ({
  rows: new Delta().retain(1, { header: isHead ? true : null }).ops,
})
export const writeCell = (place: string, content: Op[]): TableValue => ({ cells: { [place]: { content } } })
