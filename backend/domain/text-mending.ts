import { Delta, delta, type Op, type Ops, opLength, tableEmbed } from './deltas.ts'
import { blockFormats, isBlock, isInline, isOfLine, isTable } from './text-formats.ts'

/** Letters of a text from `from` up to `to`. */
interface Range {
  from: number
  to: number
}

/** Where a change touches the text that it makes. */
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

/** Lines of a text in which one of these ranges begins, ends or lies. */
const linesAt = (text: Ops, ranges: readonly Range[]): Line[] => {
  const lines: Line[] = []
  const rest = ranges.values()
  let range = rest.next().value
  let at = 0
  let from = 0
  let parts: Op[] = []
  const end = (newline: Op) => {
    at += 1
    while (range && range.to < from) range = rest.next().value
    if (range && range.from < at) lines.push({ from, parts, newline })
    from = at
    parts = []
  }
  for (const op of text) {
    if (typeof op.insert !== 'string') {
      parts.push(op)
      at += 1
      continue
    }
    // What no range reaches is passed over as it stands.
    const pieces = op.insert.split('\n')
    for (const [n, piece] of pieces.entries()) {
      if (piece !== '') parts.push({ ...op, insert: piece })
      at += piece.length
      if (n < pieces.length - 1) end({ ...op, insert: '\n' })
    }
  }
  return lines
}

const isTablePart = ({ insert }: Op) => typeof insert === 'object' && tableEmbed in insert
const isAny = (name: string) => isInline(name) || isOfLine(name)
const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]))
const formatsOf = ({ attributes }: Op, keep: (name: string) => boolean) => Object.keys(attributes ?? {}).filter(keep)

/** Of several formats of one line that stays which the change has just set, or else the first of the list. */
const surplus = (newline: Op, wanted: ReadonlySet<string>): string[] => {
  const names = Object.keys(blockFormats).filter((name) => newline.attributes?.[name] !== undefined)
  const kept = names.find((name) => wanted.has(name)) ?? names[0]
  const indent = newline.attributes?.indent !== undefined && kept !== 'list' ? ['indent'] : []
  return [...names.filter((name) => name !== kept), ...indent]
}

/** What makes one line right again, as far as it is wrong. */
const mendLine = (fix: Delta, { parts, newline }: Line, wanted: ReadonlySet<string>): void => {
  for (const [n, part] of parts.entries()) {
    const wrong = formatsOf(part, isTablePart(part) ? isAny : isOfLine)
    // A table has its line for itself.
    const before = parts[n - 1]
    if (before && (isTablePart(part) || isTablePart(before))) fix.insert('\n')
    fix.retain(opLength(part), wrong.length > 0 ? none(wrong) : null)
  }
  const last = parts.at(-1)
  const isTables = last !== undefined && isTablePart(last)
  const wrong = [
    ...formatsOf(newline, isInline),
    ...(isTables ? formatsOf(newline, isOfLine) : surplus(newline, wanted)),
  ]
  fix.retain(1, wrong.length > 0 ? none(wrong) : null)
}

/**
 * What has to follow a change so that the text makes sense again: two who made a line a heading and a list at once were both right, and
 * an editor could show either. Looks at the lines that the change touched, and at nothing else.
 */
export const mending = (text: Ops, change: Ops): Ops => {
  const wanted = new Set(change.flatMap(({ attributes }) => Object.keys(attributes ?? {}).filter(isBlock)))
  const fix = new Delta()
  let at = 0
  for (const line of linesAt(text, touchedBy(change))) {
    fix.retain(line.from - at)
    mendLine(fix, line, wanted)
    at = line.from + line.parts.reduce((sum, part) => sum + opLength(part), 0) + 1
  }
  return fix.chop().ops
}

/** Whether a change left whole characters and whole tables: a border in the middle of either is nobody's intent. */
export const isSound = (text: Ops, change: Ops): boolean =>
  text.every(({ insert }) => typeof insert !== 'string' || insert.isWellFormed()) &&
  (!change.some(({ retain }) => typeof retain === 'object') ||
    text.every((op) => !isTablePart(op) || isTable((op.insert as Record<string, unknown>)[tableEmbed])))

/** A text put right as a whole, for what is not made by changes: a paste in another format, a template. */
export const mended = (text: Ops): Ops => {
  const fix = mending(text, text)
  return fix.length === 0 ? text : delta(text).compose(delta(fix)).ops
}
