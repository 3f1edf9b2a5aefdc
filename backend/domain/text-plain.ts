import type { Mention } from './text-formats.ts'
import { type Op, type Ops, tableEmbed } from './text-ops.ts'

interface Table {
  rows?: Ops
  columns?: Ops
  cells?: Record<string, { content?: Ops }>
}

/** A table's cells, row by row; each is a small text. */
export const cellsOf = (value: unknown): { isHeader: boolean; cells: Ops[] }[] => {
  const { rows = [], columns = [], cells = {} } = value as Table
  return rows.map(({ attributes }, row) => ({
    isHeader: attributes?.header === true,
    cells: columns.map((_, column) => cells[`${row + 1}:${column + 1}`]?.content ?? []),
  }))
}

const embedded = (embed: Record<string, unknown>): string => {
  if ('mention' in embed) return (embed.mention as Mention).words
  if (tableEmbed in embed)
    return cellsOf(embed[tableEmbed])
      .map(({ cells }) => cells.map((cell) => plainOf(cell).trim()).join('\t'))
      .join('\n')
  return ''
}

/** The plain text of an operation; pictures and dividers have none. */
export const plainOp = ({ insert }: Op): string =>
  typeof insert === 'string' ? insert : insert ? embedded(insert) : ''

/** The plain text of a text, with its line breaks. */
export const plainOf = (ops: Ops): string => ops.map(plainOp).join('')

/** The plain text of a description, without the final newline. */
export const plainDescription = (ops: Ops): string => plainOf(ops).replace(/\n$/, '')

const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu
/** Reports whether a document has anything but its final newline. */
export const hasLetters = (ops: Ops): boolean => ops.length > 1 || ops[0]?.insert !== '\n'

export const countWords = (text: string): number => text.match(words)?.length ?? 0

/** Every insertion of a text, including those in table cells. */
export const eachInsert = (ops: Ops): Op[] =>
  ops.flatMap((op) => {
    const at = op.insert ?? op.retain
    const value = typeof at === 'object' ? (at as Record<string, unknown>)[tableEmbed] : undefined
    if (value === undefined) return [op]
    const cells = Object.values((value as Table).cells ?? {})
    return [op, ...cells.flatMap(({ content = [] }) => eachInsert(content))]
  })

/** The mentions in a text or a change. */
export const mentionsIn = (ops: Ops): Mention[] =>
  eachInsert(ops).flatMap(({ insert }) =>
    typeof insert === 'object' && 'mention' in insert ? [insert.mention as Mention] : [],
  )
export const namesThings = (ops: Ops): boolean => mentionsIn(ops).length > 0 || imagesIn(ops).length > 0
export const imagesIn = (ops: Ops): string[] =>
  eachInsert(ops).flatMap(({ insert }) =>
    typeof insert === 'object' && 'image' in insert ? [(insert.image as { id: string }).id] : [],
  )
