import { type NamedLine, secondsOf } from './named-line.ts'

const time = /^[[(]?((?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)[\])]?(?:\s*[-–—|]\s*|\s+|$)/
/** `Wren: Footprints?`, in Markdown also `**Wren:** Footprints?`. */
const spoken = /^(?:\*\*|__)?([\p{L}][\p{L}\p{M}\p{N} .'’-]{0,39}?)(?:\*\*|__)?:(?:\*\*|__)?\s+(?=\S)/u
const markdown = /^(?:#{1,6}\s+|>\s?|[-*+]\s+)/

interface Row extends NamedLine {
  /** The text with the name, if the name turns out to be none. */
  whole: string
}

const readRow = (row: string): Row => {
  const text = row.trim().replace(markdown, '')
  const given = time.exec(text)
  const at = secondsOf(given?.[1] ?? '')
  const whole = at === null ? text : text.slice(given?.[0].length)
  const name = spoken.exec(whole)?.[1]?.trim() ?? null
  return { name, at, whole, text: name === null ? whole : whole.replace(spoken, '') }
}

/** Reads plain text and Markdown, line by line. A name before a colon is a speaker's only if it begins two lines. */
export function* readPlain(text: string): Generator<NamedLine> {
  const counts = new Map<string, number>()
  const rows = function* () {
    for (const [row] of text.matchAll(/[^\n]+/g)) yield row
  }
  for (const row of rows()) {
    const { name } = readRow(row)
    if (name !== null && counts.size < 10_000) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  for (const row of rows()) {
    const { name, at, text, whole } = readRow(row)
    const isSpeaker = name !== null && (counts.get(name) ?? 0) > 1
    yield { name: isSpeaker ? name : null, at, text: isSpeaker ? text : whole }
  }
}
