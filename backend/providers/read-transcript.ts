import { Rejection } from '#domain/decider.ts'
import { transcriptLimits } from '#domain/transcripts.ts'

/** A line whose speaker is still a name. */
interface NamedLine {
  name: string | null
  at: number | null
  text: string
}

/** Returns the seconds of `1:02:03`, `02:03` or `02:03.500`; null for anything else. */
const secondsOf = (time: string): number | null => {
  const match = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})(?:[.,]\d{1,3})?$/.exec(time.trim())
  if (!match) return null
  const [hours = '0', minutes = '0', seconds = '0'] = match.slice(1)
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** The line above a caption's text, in WebVTT and SubRip: `00:01:02.500 --> 00:01:04.000`. */
const timing = /^\s*((?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)\s*-->/
const voice = /^<v(?:\.[^\s>]*)?\s+([^>]{1,60})>/i
const spoken = /^([\p{L}][\p{L}\p{M}\p{N} .'’-]{0,39}):\s+(?=\S)/u
const tags = /<[^>\n]{0,200}>/g
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ' }

const plain = (text: string) =>
  text
    .replace(tags, '')
    .replace(/&(?:amp|lt|gt|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

/** Reads the captions of a WebVTT or SubRip file, with the speakers that it names. Notes and styles of WebVTT are left out. */
function* readCaptions(text: string): Generator<NamedLine> {
  let name: string | null = null
  for (const block of text.split(/\n{2,}/)) {
    const rows = block.split('\n')
    const start = rows.findIndex((row) => timing.test(row))
    if (start === -1) continue
    const at = secondsOf(timing.exec(rows[start] ?? '')?.[1] ?? '')
    for (const row of rows.slice(start + 1)) {
      const said = voice.exec(row)?.[1] ?? spoken.exec(plain(row))?.[1]
      if (said !== undefined) name = said.trim()
      const words = plain(row)
      const isNamed = said !== undefined && !voice.test(row)
      yield { name, at, text: isNamed ? words.replace(spoken, '') : words }
    }
    // The next caption names its own speaker, or has none.
    name = null
  }
}

const leadingTime = /^[[(]?((?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)[\])]?(?:\s*[-–—|]\s*|\s+|$)/
/** `Wren: Footprints?`, in Markdown also `**Wren:** Footprints?`. */
const leadingSpeaker = /^(?:\*\*|__)?([\p{L}][\p{L}\p{M}\p{N} .'’-]{0,39}?)(?:\*\*|__)?:(?:\*\*|__)?\s+(?=\S)/u
const markdown = /^(?:#{1,6}\s+|>\s?|[-*+]\s+)/

interface Row extends NamedLine {
  /** The text with the name, for a name that turns out not to be a speaker's. */
  whole: string
}

const readRow = (row: string): Row => {
  const text = row.trim().replace(markdown, '')
  const given = leadingTime.exec(text)
  const at = secondsOf(given?.[1] ?? '')
  const whole = at === null ? text : text.slice(given?.[0].length)
  const name = leadingSpeaker.exec(whole)?.[1]?.trim() ?? null
  return { name, at, whole, text: name === null ? whole : whole.replace(leadingSpeaker, '') }
}

/** Reads plain text and Markdown, line by line. A name before a colon is a speaker's only if it begins two lines. */
function* readPlain(text: string): Generator<NamedLine> {
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

/** A spoken line. `speaker` is a position in the list of speakers, `at` is in seconds. */
interface TranscriptLine {
  speaker: number | null
  at: number | null
  text: string
}

export interface ReadTranscript {
  speakers: string[]
  lines: TranscriptLine[]
  seconds: number | null
}

const longestLine = 2_000
const longestName = 60

const hasControls = (text: string): boolean => {
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (code === 127 || code < 9 || (code > 13 && code < 32)) return true
  }
  return false
}

/** Decodes UTF-8, UTF-16 with a byte order mark, and Windows-1252. Throws `transcript_not_text` for anything else. */
const decodeText = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  const attempts = marked ? [marked] : ['utf-8', 'windows-1252']
  for (const encoding of attempts) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      // Text has no control characters except white space; a picture or an archive has some.
      if (!hasControls(text)) return text
    } catch {
      // Another encoding may fit.
    }
  }
  throw new Rejection('transcript_not_text')
}

/** Splits a text that has no line breaks at the ends of its sentences, else of its words. */
const pieces = (text: string): string[] =>
  text.length <= longestLine
    ? [text]
    : (text.match(/[\s\S]{1,2000}(?<=[.!?…]["”’]?)(?=\s|$)|[\s\S]{1,2000}(?=\s|$)|[\s\S]{1,2000}/g) ?? [])

const formats: Readonly<Record<string, (text: string) => Iterable<NamedLine>>> = {
  txt: readPlain,
  md: readPlain,
  markdown: readPlain,
  vtt: readCaptions,
  srt: readCaptions,
}

const extensionOf = (name: string) => /\.([a-z0-9]{1,10})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''

/** Returns the speakers' names in the order of their first lines, as many as a transcript may have. */
const speakersOf = (lines: readonly NamedLine[]): string[] => {
  const names = new Map<string, number>()
  for (const { name } of lines) if (name !== null) names.set(name, (names.get(name) ?? 0) + 1)
  return [...names.keys()].slice(0, transcriptLimits.speakers)
}

/** Reads an uploaded transcript by the extension of its name. Throws a Rejection that says what to do. */
export const readTranscript = (bytes: Uint8Array, filename: string): ReadTranscript => {
  const read = formats[extensionOf(filename)]
  if (!read) throw new Rejection('transcript_kind')
  const named: NamedLine[] = []
  for (const line of read(decodeText(bytes).replaceAll('\r\n', '\n').replaceAll('\r', '\n'))) {
    for (const text of pieces(line.text)) if (text.trim() !== '') named.push({ ...line, text: text.trim() })
    if (named.length > transcriptLimits.lines) throw new Rejection('transcript_too_long')
  }
  if (named.length === 0) throw new Rejection('transcript_empty')
  const speakers = speakersOf(named)
  const positions = new Map(speakers.map((name, position) => [name, position]))
  const lines = named.map(({ name, at, text }): TranscriptLine => {
    const speaker = name === null ? null : (positions.get(name) ?? null)
    return { speaker, at, text }
  })
  return {
    speakers: speakers.map((name) => name.slice(0, longestName)),
    lines,
    seconds: lines.reduce<number | null>((last, { at }) => (at === null ? last : Math.max(last ?? 0, at)), null),
  }
}
