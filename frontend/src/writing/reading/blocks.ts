import { type Op, tableEmbed } from '#domain/text-ops.ts'

/** A piece of a line: text, or an embed. */
export interface Piece {
  insert: string | Record<string, unknown>
  attributes: Record<string, unknown>
}

/** One line. `at` is its index in the text, `length` includes its newline. */
export interface Line {
  at: number
  length: number
  pieces: Piece[]
  format: Record<string, unknown>
}

export type ListKind = 'bullet' | 'ordered' | 'checked' | 'unchecked'
export interface Item {
  line: Line
  kind: ListKind
  /** Nested lists: bullets and numbers below one item are two lists. */
  below: List[]
}
export interface List {
  isOrdered: boolean
  /** The indent of its items. */
  depth: number
  items: Item[]
}

/** The block elements of a text. */
export type Block =
  | { kind: 'paragraph'; line: Line }
  | { kind: 'heading'; line: Line; level: 1 | 2 | 3 }
  | { kind: 'quote'; lines: Line[] }
  | { kind: 'code'; lines: Line[] }
  | { kind: 'list'; at: number; list: List }
  | { kind: 'table'; line: Line; table: unknown }
  | { kind: 'divider'; line: Line }

/** The lines of a text. */
export const linesOf = (ops: readonly Op[]): Line[] => {
  const lines: Line[] = []
  let at = 0
  let begun: Line = { at, length: 0, pieces: [], format: {} }
  const end = (length: number, format: Record<string, unknown>) => {
    lines.push({ ...begun, length: begun.length + length, format })
    at += begun.length + length
    begun = { at, length: 0, pieces: [], format: {} }
  }
  for (const { insert, attributes = {} } of ops) {
    if (insert === undefined) continue
    if (typeof insert !== 'string') {
      begun.pieces.push({ insert, attributes })
      begun.length += 1
      continue
    }
    const [first = '', ...others] = insert.split('\n')
    const words = (text: string) => {
      if (text) begun.pieces.push({ insert: text, attributes })
      begun.length += text.length
    }
    words(first)
    for (const text of others) {
      end(1, attributes)
      words(text)
    }
  }
  // A text ends with a newline; one that does not is rendered all the same.
  if (begun.pieces.length > 0) end(0, {})
  return lines
}

const kinds = new Set<unknown>(['bullet', 'ordered', 'checked', 'unchecked'])
const isItem = ({ format }: Line) => kinds.has(format.list)
const depthOf = ({ format }: Line) => (typeof format.indent === 'number' ? format.indent : 0)

/** Groups list lines from a depth on; `rest` starts with the first line of a lower depth. */
const listOf = (lines: readonly Line[], depth: number): { list: List; rest: readonly Line[] } => {
  const isOrdered = lines[0]?.format.list === 'ordered'
  const items: Item[] = []
  let rest = lines
  for (let [line] = rest; line && depthOf(line) >= depth; [line] = rest) {
    const last = items.at(-1)
    if (last && depthOf(line) > depth) {
      const inner = listOf(rest, depthOf(line))
      last.below.push(inner.list)
      rest = inner.rest
    } else if ((line.format.list === 'ordered') === isOrdered) {
      items.push({ line, kind: line.format.list as ListKind, below: [] })
      rest = rest.slice(1)
    } else break
  }
  return { list: { isOrdered, depth, items }, rest }
}

/** Returns the leading lines for which `belongs` returns true. */
const run = (lines: readonly Line[], belongs: (line: Line) => boolean): Line[] => {
  const end = lines.findIndex((line) => !belongs(line))
  return lines.slice(0, end < 0 ? lines.length : end)
}

const single = (line: Line): Block => {
  const [piece, ...others] = line.pieces
  const embed = piece && others.length === 0 && typeof piece.insert === 'object' ? piece.insert : undefined
  if (embed && tableEmbed in embed) return { kind: 'table', line, table: embed[tableEmbed] }
  if (embed && 'divider' in embed) return { kind: 'divider', line }
  const { header } = line.format
  if (header === 1 || header === 2 || header === 3) return { kind: 'heading', line, level: header }
  return { kind: 'paragraph', line }
}

const isQuote = ({ format }: Line) => format.blockquote === true
const isCode = ({ format }: Line) => Boolean(format['code-block'])

/** Splits a text into blocks for rendering. */
export const blocksOf = (ops: readonly Op[]): Block[] => {
  const blocks: Block[] = []
  const all = linesOf(ops)
  let n = 0
  for (let line = all[n]; line; line = all[n]) {
    if (isItem(line)) {
      const items = run(all.slice(n), isItem)
      const { list, rest } = listOf(items, depthOf(line))
      blocks.push({ kind: 'list', at: line.at, list })
      n += items.length - rest.length
    } else if (isQuote(line) || isCode(line)) {
      const lines = run(all.slice(n), isQuote(line) ? isQuote : isCode)
      blocks.push({ kind: isQuote(line) ? 'quote' : 'code', lines })
      n += lines.length
    } else {
      blocks.push(single(line))
      n += 1
    }
  }
  return blocks
}
