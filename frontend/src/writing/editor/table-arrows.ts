import type Quill from 'quill/core.js'
import { TableBlot } from './blots.ts'

/**
 * Returns true if the caret at an index stands on the same line of the screen as another index of its paragraph, which may be
 * wrapped into several.
 */
export const isOnLineOf = (quill: Quill, index: number, other: number): boolean => {
  const [here, there] = [quill.getBounds(index), quill.getBounds(other)]
  return !here || !there || Math.abs(here.top - there.top) < here.height / 2
}

/** The table right above or below the paragraph of the caret. The empty line that ends a table is hidden, and passed over. */
const tableBeside = (quill: Quill, index: number, isBelow: boolean): TableBlot | undefined => {
  const [line, offset] = quill.getLine(index)
  if (!line) return undefined
  const start = index - offset
  const [beside] = quill.getLine(isBelow ? start + line.length() : start - 1)
  const hidden =
    !isBelow && beside?.length() === 1 && !(beside instanceof TableBlot) && beside.prev instanceof TableBlot
  const table = hidden ? beside.prev : beside
  // Past the end of a text, Quill returns its last line.
  return table instanceof TableBlot && table !== (line as unknown) ? table : undefined
}

/** The place of the cell in the first or last row of a table that is nearest to the caret, as in `1:2`. */
const cellBelow = (quill: Quill, index: number, table: TableBlot, isFirst: boolean): string | undefined => {
  const rows = table.domNode.querySelectorAll('tr')
  const cells = [...(rows[isFirst ? 0 : rows.length - 1]?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])]
  const caret = (quill.getBounds(index)?.left ?? 0) + quill.container.getBoundingClientRect().left
  const cell = cells.findLast((one) => one.getBoundingClientRect().left <= caret) ?? cells[0]
  return cell?.dataset.cell
}

interface Binding {
  key: string
  collapsed: true
  shiftKey: false
  handler(this: { quill: Quill }, range: { index: number }): boolean
}

const arrow = (key: 'ArrowUp' | 'ArrowDown'): Binding => ({
  key,
  collapsed: true,
  shiftKey: false,
  handler({ index }) {
    const isDown = key === 'ArrowDown'
    const table = tableBeside(this.quill, index, isDown)
    const [line, offset] = this.quill.getLine(index)
    if (!table || !line) return true
    const start = index - offset
    if (!isOnLineOf(this.quill, index, isDown ? start + line.length() - 1 : start)) return true
    const place = cellBelow(this.quill, index, table, isDown)
    if (place === undefined) return true
    table.enterCell({ place, ...(isDown && { index: 0, length: 0 }) })
    return false
  },
})

/** Arrow keys that enter a table from the line above or below it: a browser's caret passes over what it cannot stand in. */
export const arrowsIntoTables = { 'table below': arrow('ArrowDown'), 'table above': arrow('ArrowUp') }
