import { type NamedLine, secondsOf } from './named-line.ts'

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
export function* readCaptions(text: string): Generator<NamedLine> {
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
