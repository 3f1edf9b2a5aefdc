import type { Op } from '#domain/text-ops.ts'
import type { Place } from '../carets/Stitches.tsx'

/** The element of the paragraph at an index of a text, on a page without an editor. */
export const placeIn = (page: HTMLElement | null, index: number): Place | undefined => {
  const blocks = [...(page?.querySelectorAll<HTMLElement>('[data-at]') ?? [])]
  const block = blocks.findLast(({ dataset }) => Number(dataset.at) <= index)
  return block && { top: block.offsetTop, height: block.offsetHeight }
}

/** A stretch of a text, or of one cell of a table in it: the cell by row and column, from 1, as in `1:2`. */
export interface Stretch {
  index: number
  length: number
  cell?: { place: string; index: number; length: number }
}

/** A stretch with the text that showed it. */
export interface ShownStretch {
  stretch: Stretch
  over: readonly Op[]
}

/** A position in the DOM: a node, and an offset in it. */
interface Point {
  node: Node
  offset: number
}
interface At {
  index: number
  cell?: { place: string; index: number }
}

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement)

/** Counts the text's characters in an element before a point. An embed counts as one, text that only the page adds as none. */
const lettersBefore = (around: Element, { node, offset }: Point): number => {
  const end = document.createRange()
  end.setStart(node, offset)
  const isBefore = (other: Node) => end.comparePoint(other, 0) <= 0
  let letters = 0
  const count = (parent: Node): void => {
    for (const child of parent.childNodes) {
      if (child === node && child instanceof Text) letters += Math.min(offset, child.data.length)
      else if (child instanceof Text) letters += isBefore(child) ? child.data.length : 0
      else if (child instanceof HTMLElement && child.dataset.embed !== undefined)
        letters += child.contains(node) ? Number(offset > 0) : Number(isBefore(child))
      else if (child instanceof HTMLElement && child.dataset.unwritten === undefined && child.dataset.at === undefined)
        count(child)
    }
  }
  count(around)
  return letters
}

/** Returns the last block that begins before a point outside of all blocks, such as the end of the page or of a list. */
const blockBefore = (page: HTMLElement, { node, offset }: Point): HTMLElement | undefined => {
  const point = document.createRange()
  point.setStart(node, offset)
  return [...page.querySelectorAll<HTMLElement>('[data-at]')].findLast((block) => {
    const whole = document.createRange()
    whole.selectNode(block)
    return point.compareBoundaryPoints(Range.START_TO_START, whole) > 0
  })
}

const placeOf = (page: HTMLElement, point: Point): At | undefined => {
  const inside = elementOf(point.node)?.closest<HTMLElement>('[data-at]')
  const block = inside && page.contains(inside) ? inside : blockBefore(page, point)
  if (!block) return { index: 0 }
  const at = Number(block.dataset.at)
  const cell = elementOf(point.node)?.closest<HTMLElement>('[data-cell]')
  if (cell && block.contains(cell))
    return { index: at, cell: { place: cell.dataset.cell ?? '', index: lettersBefore(cell, point) } }
  return { index: at + lettersBefore(block, point) }
}

/** Returns the range of a text between two points of the page that shows it; undefined if a point is outside of that page. */
export const stretchBetween = (page: HTMLElement | null, start: Point, end: Point): Stretch | undefined => {
  if (!page?.contains(start.node) || !page.contains(end.node)) return undefined
  const [from, to] = [placeOf(page, start), placeOf(page, end)]
  if (!from || !to) return undefined
  if (from.cell && from.cell.place === to.cell?.place && from.index === to.index) {
    const { place, index } = from.cell
    return { index: from.index, length: 0, cell: { place, index, length: Math.max(0, to.cell.index - index) } }
  }
  // A selection that begins or ends within a table includes the whole table.
  const last = to.index + (to.cell ? 1 : 0)
  return { index: from.index, length: Math.max(0, last - from.index) }
}

/** Returns the selection in a code block without its last newline, which a triple click includes: typing over it would join two lines. */
const lineOfCode = (page: HTMLElement | null, code: HTMLElement): Stretch | undefined => {
  const selected = selectedIn(page)
  const last = selected && selected.index + selected.length - 1 - Number(code.dataset.at)
  const endsLine = last !== undefined && code.textContent?.[last] === '\n'
  return selected && { ...selected, length: Math.max(0, selected.length - (endsLine ? 1 : 0)) }
}

/** Returns the paragraph, cell or line of code in which the selection begins. The selection of a triple click ends in the next one. */
export const paragraphIn = (page: HTMLElement | null): Stretch | undefined => {
  const selection = document.getSelection()
  const start = selection?.rangeCount ? elementOf(selection.getRangeAt(0).startContainer) : null
  const line = start?.closest('[data-cell]') ?? start?.closest<HTMLElement>('[data-at]')
  if (line instanceof HTMLPreElement) return lineOfCode(page, line)
  return line
    ? stretchBetween(page, { node: line, offset: 0 }, { node: line, offset: line.childNodes.length })
    : undefined
}

/** Returns the selected characters of an element that shows one line; undefined if the selection begins outside of it. */
export const selectedWithin = (line: Element): { index: number; length: number } | undefined => {
  const selection = document.getSelection()
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined
  if (!range || !line.contains(range.startContainer)) return undefined
  const index = lettersBefore(line, { node: range.startContainer, offset: range.startOffset })
  const end = lettersBefore(line, { node: range.endContainer, offset: range.endOffset })
  return { index, length: line.contains(range.endContainer) ? end - index : 0 }
}

/** The stretch of a text that is selected on the page that shows it, or that contains the caret. */
export const selectedIn = (page: HTMLElement | null): Stretch | undefined => {
  const selection = document.getSelection()
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined
  if (!range) return undefined
  const start = { node: range.startContainer, offset: range.startOffset }
  return stretchBetween(page, start, { node: range.endContainer, offset: range.endOffset })
}
