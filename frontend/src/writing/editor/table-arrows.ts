import type Quill from 'quill/core.js'
import { TableBlot } from './blots.ts'

/**
 * Returns true if two indexes of a paragraph, which may be wrapped into several lines, are on the same line of the screen.
 */
export const isOnSameScreenLine = (quill: Quill, index: number, other: number): boolean => {
  const [here, there] = [quill.getBounds(index), quill.getBounds(other)]
  return !here || !there || Math.abs(here.top - there.top) < here.height / 2
}

/** The table right above or below a line or another table. The empty line that ends a table is hidden, and passed over. */
export const adjacentTable = (quill: Quill, index: number, isBelow: boolean): TableBlot | undefined => {
  const [line, offset] = quill.getLine(index)
  if (!line) return undefined
  const start = index - offset
  if (!isBelow && start === 0) return undefined
  const [adjacent] = quill.getLine(isBelow ? start + line.length() : start - 1)
  const isHidden = adjacent?.length() === 1 && !(adjacent instanceof TableBlot) && adjacent.prev instanceof TableBlot
  const table = isHidden ? (isBelow ? adjacent.next : adjacent.prev) : adjacent
  // Past the end of a text, Quill returns its last line.
  return table instanceof TableBlot && table !== (line as unknown) ? table : undefined
}

const cellsOf = (table: TableBlot, isFirstRow: boolean): HTMLElement[] => {
  const rows = table.domNode.querySelectorAll('tr')
  return [...(rows[isFirstRow ? 0 : rows.length - 1]?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])]
}

/** Enters the cell at a horizontal position of the window, in pixels: in the first row from above, in the last row from below. */
export const enterNearest = (table: TableBlot, left: number, isFromAbove: boolean): void => {
  const cells = cellsOf(table, isFromAbove)
  const place = (cells.findLast((cell) => cell.getBoundingClientRect().left <= left) ?? cells[0])?.dataset.cell
  if (place !== undefined) table.enterCell(isFromAbove ? { place, edge: 'start' } : { place, edge: 'end' })
}

interface Binding {
  key: string
  collapsed: true
  shiftKey: false
  handler(this: { quill: Quill }, range: { index: number }): boolean
}

const vertical = (key: 'ArrowUp' | 'ArrowDown'): Binding => ({
  key,
  collapsed: true,
  shiftKey: false,
  handler({ index }) {
    const { quill } = this
    const isDown = key === 'ArrowDown'
    const table = adjacentTable(quill, index, isDown)
    const [line, offset] = quill.getLine(index)
    if (!table || !line) return true
    const start = index - offset
    if (!isOnSameScreenLine(quill, index, isDown ? start + line.length() - 1 : start)) return true
    const left = (quill.getBounds(index)?.left ?? 0) + quill.container.getBoundingClientRect().left
    enterNearest(table, left, isDown)
    return false
  },
})

export const isRightToLeft = (node: Node): boolean =>
  node instanceof Element && getComputedStyle(node).direction === 'rtl'

/** Arrow keys that enter a table from the lines above and below it: a browser's caret skips blocks that it cannot be placed in. */
export const arrowsIntoTables = { 'table below': vertical('ArrowDown'), 'table above': vertical('ArrowUp') }
