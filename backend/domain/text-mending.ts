import { Delta, type Op, type Ops, opLength, tableEmbed } from './deltas.ts'
import { composed, pieces } from './text-compose.ts'
import { blockFormats, isBlock, isInline, isOfLine, isTable, tableLimits } from './text-formats.ts'

/** A range of characters from `from` up to `to`. */
interface Range {
  from: number
  to: number
}

/** The ranges of the resulting text that a change touches. */
const touchedBy = (ops: Ops): Range[] => {
  let at = 0
  return ops.flatMap((op) => {
    const from = at
    if (op.delete === undefined) at += opLength(op)
    const isPassedOver = typeof op.retain === 'number' && op.attributes === undefined
    return isPassedOver ? [] : [{ from, to: at }]
  })
}

interface Line {
  from: number
  parts: Op[]
  newline: Op
}

/** The lines in which one of these ranges begins, ends or lies. Untouched text is skipped. */
const linesAt = (text: Ops, ranges: readonly Range[]): Line[] => {
  const lines: Line[] = []
  const rest = ranges.values()
  const piece = pieces(text)
  let range = rest.next().value
  let at = 0
  let from = 0
  for (const op of text) {
    const { insert } = op
    const words = typeof insert === 'string' ? insert : ''
    while (range && range.to < from) range = rest.next().value
    if (!range) break
    const isBefore = range.from >= at + opLength(op)
    for (let n = isBefore ? words.lastIndexOf('\n') : words.indexOf('\n'); n >= 0; n = words.indexOf('\n', n + 1)) {
      while (range && range.to < from) range = rest.next().value
      const end = at + n
      if (range && range.from <= end) lines.push({ from, parts: piece(from, end), newline: { ...op, insert: '\n' } })
      from = end + 1
    }
    at += opLength(op)
  }
  return lines
}

const isTablePart = ({ insert }: Op) => typeof insert === 'object' && tableEmbed in insert

type Table = { rows?: Op[]; columns?: Op[] }
const tableOf = ({ insert }: Op): Table => (insert as Record<string, Table>)[tableEmbed] ?? {}

/** A row and column for a table without any: concurrent writers may together delete all of them. */
const missingLines = (part: Op): Record<string, unknown> | undefined => {
  const { rows = [], columns = [] } = tableOf(part)
  if (rows.length > 0 && columns.length > 0) return undefined
  return {
    ...(rows.length === 0 && { rows: [{ insert: { id: 'row' } }] }),
    ...(columns.length === 0 && { columns: [{ insert: { id: 'column' } }] }),
  }
}

const isAny = (name: string) => isInline(name) || isOfLine(name)
const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]))
const formatsOf = ({ attributes }: Op, keep: (name: string) => boolean) => Object.keys(attributes ?? {}).filter(keep)

/** The superfluous formats of a line: all but the one that the change just set, or else the first in the list. */
const surplus = (newline: Op, wanted: ReadonlySet<string>): string[] => {
  const names = Object.keys(blockFormats).filter((name) => newline.attributes?.[name] !== undefined)
  const chosen = names.find((name) => wanted.has(name)) ?? names[0]
  const indent = newline.attributes?.indent !== undefined && chosen !== 'list' ? ['indent'] : []
  return [...names.filter((name) => name !== chosen), ...indent]
}

/** Builds a change that mostly retains the text. */
const passingOver = () => {
  const fix = new Delta()
  let passed = 0
  return {
    pass(letters: number) {
      passed += letters
    },
    /** Removes these formats; skips characters without any. */
    strip(letters: number, names: readonly string[]) {
      if (names.length > 0) fix.retain(passed).retain(letters, none(names))
      passed = names.length > 0 ? 0 : passed + letters
    },
    insert(words: string) {
      fix.retain(passed).insert(words)
      passed = 0
    },
    /** Changes a table, and removes these formats from it. */
    changeTable(change: Record<string, unknown>, names: readonly string[]) {
      fix.retain(passed).retain({ [tableEmbed]: change }, names.length > 0 ? none(names) : undefined)
      passed = 0
    },
    ops: (): Ops => fix.ops,
  }
}
type Fix = ReturnType<typeof passingOver>

/** Adds the corrections of one line to `fix`. */
const mendLine = (fix: Fix, { parts, newline }: Line, wanted: ReadonlySet<string>): void => {
  for (const [n, part] of parts.entries()) {
    const wrong = formatsOf(part, isTablePart(part) ? isAny : isOfLine)
    // A table occupies a line of its own.
    const before = parts[n - 1]
    if (before && (isTablePart(part) || isTablePart(before))) fix.insert('\n')
    const missing = isTablePart(part) ? missingLines(part) : undefined
    if (missing) fix.changeTable(missing, wrong)
    else fix.strip(opLength(part), wrong)
  }
  const last = parts.at(-1)
  const isTables = last !== undefined && isTablePart(last)
  const wrong = [
    ...formatsOf(newline, isInline),
    ...(isTables ? formatsOf(newline, isOfLine) : surplus(newline, wanted)),
  ]
  fix.strip(1, wrong)
}

/**
 * Returns the follow-up change that makes a text valid again, for instance after two writers made the same line a
 * heading and a list concurrently. Inspects only the lines that the change touched.
 */
export const mending = (text: Ops, change: Ops): Ops => {
  const wanted = new Set(change.flatMap(({ attributes }) => Object.keys(attributes ?? {}).filter(isBlock)))
  const fix = passingOver()
  let at = 0
  for (const line of linesAt(text, touchedBy(change))) {
    fix.pass(line.from - at)
    mendLine(fix, line, wanted)
    at = line.from + line.parts.reduce((sum, part) => sum + opLength(part), 0) + 1
  }
  return fix.ops()
}

/** The operations that a change touched, and their neighbours. */
const touchedIn = (text: Ops, change: Ops): Op[] => {
  const rest = touchedBy(change).values()
  let range = rest.next().value
  let at = 0
  return text.filter((op) => {
    const from = at
    at += opLength(op)
    while (range && range.to < from) range = rest.next().value
    return range !== undefined && range.from <= at
  })
}

/** True if a change left whole characters and whole tables. No user intends to split either. */
export const isSound = (text: Ops, change: Ops): boolean =>
  touchedIn(text, change).every(({ insert }) =>
    typeof insert === 'object'
      ? !(tableEmbed in insert) || isTable(insert[tableEmbed])
      : insert === undefined || insert.isWellFormed(),
  )

/** True if a change left a table with more rows or columns than can be stored. */
export const hasTooLargeTable = (text: Ops, change: Ops): boolean =>
  touchedIn(text, change).some((part) => {
    if (!isTablePart(part)) return false
    const { rows = [], columns = [] } = tableOf(part)
    return rows.length > tableLimits.rows || columns.length > tableLimits.columns
  })

/** Mends a whole text that was not built by changes, such as a pasted text or a template. */
export const mended = (text: Ops): Ops => {
  const fix = mending(text, text)
  return fix.length === 0 ? text : composed(text, fix)
}
