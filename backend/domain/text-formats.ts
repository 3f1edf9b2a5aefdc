import { lengthOf, type Op, type Ops, tableEmbed } from './text-ops.ts'

/**
 * The formats and embeds that a text may hold. The server validates changes, the editor registers formats, and paste
 * and rendering are restricted by this list. Tables have no prototype, so that `constructor` or `__proto__` is no
 * format.
 */
const table = <Value>(entries: Record<string, Value>): Readonly<Record<string, Value>> =>
  Object.freeze(Object.assign(Object.create(null), entries))

export const textLimits = {
  /** Maximum length of a text, and of a description, including the final newline. */
  letters: 500_000,
  description: 20_001,
  /** Maximum size of a text or change as JSON in bytes: it fits into one event when encrypted. */
  bytes: 640_000,
  ops: 5_000,
  attributes: 12,
  link: 2048,
  words: 255,
  rows: 200,
  columns: 20,
  cells: 4_000,
} as const

/** Rows, columns and cells of a stored table: twice what one editor or paste makes, because writers extend a table concurrently. */
export const tableLimits = { rows: 400, columns: 40, cells: 16_000 } as const

type Judge = (value: unknown) => boolean
const isTrue: Judge = (value) => value === true
const isWhole = (value: unknown, from: number, to: number): value is number =>
  Number.isInteger(value) && (value as number) >= from && (value as number) <= to
const oneOf =
  (...values: readonly unknown[]): Judge =>
  (value) =>
    values.includes(value)

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unprintable = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/
/** Links without executable schemes: to the web, mail, or this installation. */
export const isLink: Judge = (value) =>
  typeof value === 'string' &&
  value.length <= textLimits.link &&
  value.isWellFormed() &&
  !unprintable.test(value) &&
  /^(?:https?:\/\/[^/\\]|mailto:[^/\\]|\/(?![/\\]))/i.test(value)

export const inlineFormats = table<Judge>({
  bold: isTrue,
  italic: isTrue,
  underline: isTrue,
  strike: isTrue,
  code: isTrue,
  link: isLink,
})

/** Line formats, of which a line has at most one; `indent` accompanies a list. */
export const blockFormats = table<Judge>({
  header: oneOf(1, 2, 3),
  list: oneOf('bullet', 'ordered', 'checked', 'unchecked'),
  blockquote: isTrue,
  'code-block': isTrue,
})
const lineFormats = table<Judge>({ ...blockFormats, indent: (value) => isWhole(value, 1, 8) })

export const isInline = (format: string): boolean => format in inlineFormats
export const isBlock = (format: string): boolean => format in blockFormats
export const isOfLine = (format: string): boolean => format in lineFormats

const isId: Judge = (value) => typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype
const hasOnly = (value: Plain, ...keys: readonly string[]) =>
  Object.getOwnPropertyNames(value).every((key) => keys.includes(key))
/** Words in one line. */
const isWords: Judge = (value) =>
  typeof value === 'string' && value.length <= textLimits.words && isText(value) && !/[\n\t]/.test(value)

export const mentionKinds = ['lore', 'file'] as const
/**
 * A mention of lore or a file, with its name at that time. Without `id` it is plain text for readers who may not see
 * the thing.
 */
export type Mention = { id?: string; kind?: (typeof mentionKinds)[number]; words: string }

const isMention: Judge = (value) =>
  isPlain(value) &&
  hasOnly(value, 'id', 'kind', 'words') &&
  isWords(value.words) &&
  value.words !== '' &&
  (value.id === undefined ? value.kind === undefined : isId(value.id) && oneOf(...mentionKinds)(value.kind))

/** Inline embeds, each one character long. They refer to things by id, never by address. */
export const inlineEmbeds = table<Judge>({
  image: (value) => isPlain(value) && hasOnly(value, 'id') && isId(value.id),
  mention: isMention,
  divider: isTrue,
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u0008\u000b-\u001f\u007f\ufeff]/
/** Removes characters that no text may hold from pasted text. */
export const withoutControl = (text: string): string => text.toWellFormed().replaceAll(new RegExp(control, 'g'), '')
const isText = (text: string) => text.isWellFormed() && !control.test(text)

/** The formats and embeds allowed in a text, a description or a table's cell, for a change or a whole text. */
interface Place {
  formats: Readonly<Record<string, Judge>>
  embeds: Readonly<Record<string, Judge>>
  /**
   * Length of the base text, beyond which nothing may be retained. Undefined for a table, whose cells are checked when
   * it is composed.
   */
  length?: number
  /** The text's final newline stays. */
  isWhole: boolean
  hasTables: boolean
  isDocument: boolean
}

const attributesFit = (attributes: unknown, { formats }: Place, isChange: boolean): boolean => {
  if (!isPlain(attributes)) return false
  const names = Object.getOwnPropertyNames(attributes)
  if (names.length === 0 || names.length > textLimits.attributes) return false
  return names.every((name) => {
    const judge = formats[name]
    const value = attributes[name]
    return judge !== undefined && (value === null ? isChange : judge(value))
  })
}

const insertFits = (insert: unknown, attributes: unknown, place: Place): boolean => {
  if (attributes !== undefined && !attributesFit(attributes, place, false)) return false
  if (typeof insert === 'string') return insert !== '' && isText(insert)
  if (!isPlain(insert)) return false
  const [kind = '', ...more] = Object.getOwnPropertyNames(insert)
  if (more.length > 0) return false
  if (kind === tableEmbed) return place.hasTables && isTable(insert[kind])
  return place.embeds[kind]?.(insert[kind]) ?? false
}

const retainFits = (retain: unknown, attributes: unknown, place: Place): boolean => {
  if (attributes !== undefined && !attributesFit(attributes, place, true)) return false
  if (isWhole(retain, 1, textLimits.letters)) return true
  if (!isPlain(retain) || !place.hasTables) return false
  const [kind, ...more] = Object.getOwnPropertyNames(retain)
  return kind === tableEmbed && more.length === 0 && tableFits(retain[kind], false)
}

/** Validates in one loop: a change of thousands of operations takes a millisecond. */
const fits = (ops: unknown, place: Place): ops is Op[] => {
  if (!Array.isArray(ops) || ops.length > textLimits.ops) return false
  let reached = 0
  for (const op of ops as unknown[]) {
    if (!isPlain(op) || !hasOnly(op, 'insert', 'retain', 'delete', 'attributes')) return false
    const { insert, retain, delete: gone, attributes } = op
    if ([insert, retain, gone].filter((part) => part !== undefined).length !== 1) return false
    if (insert !== undefined) {
      if (!insertFits(insert, attributes, place)) return false
      // Nothing may follow the last newline.
      if (place.isWhole && !place.isDocument && reached >= (place.length ?? 0)) return false
      continue
    }
    if (place.isDocument) return false
    if (gone !== undefined) {
      if (attributes !== undefined || !isWhole(gone, 1, textLimits.letters)) return false
      reached += gone
      if (place.isWhole && reached >= (place.length ?? 0)) return false
    } else {
      if (!retainFits(retain, attributes, place)) return false
      reached += typeof retain === 'number' ? retain : 1
    }
    if (place.length !== undefined && reached > place.length) return false
  }
  return true
}

const inCells = (isDocument: boolean): Place => ({
  formats: inlineFormats,
  embeds: inlineEmbeds,
  isWhole: false,
  hasTables: false,
  isDocument,
})

/**
 * Validates rows or columns: each has an id, which occurs twice if two writers restored it; the first row may be the
 * header.
 */
const linesFit = (ops: unknown, most: number, isDocument: boolean): boolean =>
  Array.isArray(ops) &&
  ops.length <= most &&
  (ops as unknown[]).every((op) => {
    if (!isPlain(op) || !hasOnly(op, 'insert', 'retain', 'delete', 'attributes')) return false
    const { insert, retain, delete: gone, attributes } = op
    const isHeader = isPlain(attributes) && hasOnly(attributes, 'header')
    const header = isHeader ? attributes.header : undefined
    if (attributes !== undefined && header !== true && !(header === null && !isDocument && retain !== undefined))
      return false
    if (insert !== undefined)
      return (
        retain === undefined && gone === undefined && isPlain(insert) && hasOnly(insert, 'id') && isRowId(insert.id)
      )
    if (isDocument || (retain === undefined) === (gone === undefined)) return false
    return isWhole(retain ?? gone, 1, most) && (gone === undefined || attributes === undefined)
  })
const isRowId: Judge = (value) => typeof value === 'string' && /^[\w-]{1,64}$/.test(value)

const cell = /^([1-9]\d{0,2}):([1-9]\d{0,2})$/
const cellsFit = (cells: unknown, isDocument: boolean): boolean =>
  isPlain(cells) &&
  Object.getOwnPropertyNames(cells).length <= tableLimits.cells &&
  Object.getOwnPropertyNames(cells).every((at) => {
    const value = cells[at]
    return cell.test(at) && isPlain(value) && hasOnly(value, 'content') && fits(value.content, inCells(isDocument))
  })

const tableFits = (value: unknown, isDocument: boolean): boolean =>
  isPlain(value) &&
  hasOnly(value, 'rows', 'columns', 'cells') &&
  (value.rows === undefined || linesFit(value.rows, tableLimits.rows, isDocument)) &&
  (value.columns === undefined || linesFit(value.columns, tableLimits.columns, isDocument)) &&
  (value.cells === undefined || cellsFit(value.cells, isDocument))

/**
 * True if a value is a table without cells beyond its rows and columns. A table without rows or columns is mended
 * rather than refused.
 */
export const isTable: Judge = (value) => {
  if (!tableFits(value, true)) return false
  const { rows = [], columns = [], cells = {} } = value as { rows?: Op[]; columns?: Op[]; cells?: Plain }
  return Object.getOwnPropertyNames(cells).every((at) => {
    const [row = 0, column = 0] = at.split(':').map(Number)
    return row <= rows.length && column <= columns.length
  })
}

/** A description allows inline formats, links and mentions only. */
export type TextKind = 'story' | 'description'
const places: Record<TextKind, Pick<Place, 'formats' | 'embeds' | 'hasTables'>> = {
  story: { formats: table({ ...inlineFormats, ...lineFormats }), embeds: inlineEmbeds, hasTables: true },
  description: { formats: inlineFormats, embeds: table({ mention: isMention }), hasTables: false },
}
export const lettersOf: Record<TextKind, number> = { story: textLimits.letters, description: textLimits.description }

/**
 * True if a change to a text of the given length contains only allowed content and does not exceed the text. Errors
 * that need the whole text (two formats of one line, bold on a newline, a table between words) are mended rather than
 * refused, since an editor that formats several lines at once produces them.
 */
export const validate = (ops: unknown, baseLength: number, kind: TextKind = 'story'): ops is Op[] =>
  fits(ops, { ...places[kind], length: baseLength, isWhole: true, isDocument: false })

/** True if this is a whole text: it ends with a newline. */
export const isDocument = (ops: unknown, kind: TextKind = 'story'): ops is Op[] => {
  if (!fits(ops, { ...places[kind], isWhole: true, isDocument: true })) return false
  const last = ops.at(-1)?.insert
  return typeof last === 'string' && last.endsWith('\n') && lengthOf(ops) <= lettersOf[kind]
}

/** The empty text. */
export const emptyText: Ops = [{ insert: '\n' }]
