import { describe, expect, test } from 'vitest'
import { Rejection } from '#domain/decider.ts'
import { readTranscript } from '../../backend/providers/read-transcript.ts'

const read = (name: string, content: string | Buffer) => readTranscript(Buffer.from(content), name)
const said = (name: string, content: string | Buffer) => {
  const { lines, speakers } = read(name, content)
  return lines.map(({ speaker, at, text }) => [at, speaker === null ? null : speakers[speaker], text])
}
const refusal = (name: string, content: string | Buffer) => {
  try {
    read(name, content)
    return undefined
  } catch (error) {
    return error instanceof Rejection ? error.code : error
  }
}

describe('a transcript', () => {
  test('in WebVTT has times and voices, without marks, notes and styles', () => {
    const vtt = `WEBVTT

STYLE
::cue { color: red }

NOTE Recorded on Saturday

1
01:02:31.500 --> 01:02:38.000
<v Tomasz>Thirty steps of <i>water</i>. Then dust &amp; bones.

01:02:40.000 --> 01:02:41.000 align:start
<v.loud Wren>Footprints?
`
    expect(said('s.vtt', vtt)).toEqual([
      [3751, 'Tomasz', 'Thirty steps of water. Then dust & bones.'],
      [3760, 'Wren', 'Footprints?'],
    ])
    expect(read('s.vtt', vtt).seconds).toBe(3760)
  })

  test('in SubRip has times, and speakers before a colon', () => {
    const srt =
      '1\r\n00:00:01,000 --> 00:00:03,000\r\nWren: Footprints?\r\n\r\n2\r\n00:00:04,000 --> 00:00:05,000\r\nNobody spoke.\r\n'
    expect(said('s.srt', srt)).toEqual([
      [1, 'Wren', 'Footprints?'],
      [4, null, 'Nobody spoke.'],
    ])
  })

  test('in plain text and Markdown has speakers that begin two lines, and times where there are any', () => {
    const txt =
      '[1:02:31] Tomasz: Thirty steps.\n1:02:40 Wren: Footprints?\nTomasz: Bare ones.\nWren: Up?\nNote: nobody bled.'
    expect(said('s.txt', txt)).toEqual([
      [3751, 'Tomasz', 'Thirty steps.'],
      [3760, 'Wren', 'Footprints?'],
      [null, 'Tomasz', 'Bare ones.'],
      [null, 'Wren', 'Up?'],
      [null, null, 'Note: nobody bled.'],
    ])
    expect(said('s.md', '# The Dry Stair\n\n**Wren:** Up.\n**Wren:** Down.')).toEqual([
      [null, null, 'The Dry Stair'],
      [null, 'Wren', 'Up.'],
      [null, 'Wren', 'Down.'],
    ])
  })

  test('of one line is split at sentences, or else at words', () => {
    const sentences = read('s.txt', 'The bell tolled. '.repeat(1_000)).lines
    expect(sentences.length).toBeGreaterThan(8)
    expect(sentences.every(({ text }) => text.length <= 2_000 && text.endsWith('tolled.'))).toBe(true)
    const words = read('s.txt', 'bell '.repeat(2_000)).lines
    expect(words.map(({ text }) => text).join(' ')).toBe('bell '.repeat(2_000).trim())
    expect(read('s.txt', 'x'.repeat(5_000)).lines.map(({ text }) => text.length)).toEqual([2_000, 2_000, 1_000])
  })

  test('is read in UTF-8, in UTF-16 with its mark, and in Windows-1252', () => {
    expect(said('s.txt', Buffer.from('\uFEFFThe café', 'utf8'))).toEqual([[null, null, 'The café']])
    expect(said('s.txt', Buffer.from('\uFEFFThe café', 'utf16le'))).toEqual([[null, null, 'The café']])
    expect(said('s.txt', Buffer.from('The caf\xe9', 'latin1'))).toEqual([[null, null, 'The café']])
  })

  test('that is no text, is empty, too long or of another kind is refused', () => {
    expect(refusal('s.txt', Buffer.from('The bell', 'utf16le'))).toBe('transcript_not_text')
    expect(refusal('s.txt', Buffer.from([0x89, 0x50, 0, 1, 2, 3]))).toBe('transcript_not_text')
    expect(refusal('s.txt', ' \n\n')).toBe('transcript_empty')
    expect(refusal('s.vtt', 'WEBVTT\n')).toBe('transcript_empty')
    expect(refusal('s.txt', 'a\n'.repeat(100_001))).toBe('transcript_too_long')
    for (const name of ['s.docx', 's', 's.txt.exe']) expect(refusal(name, 'The bell')).toBe('transcript_kind')
  })

  test('has 50 speakers at most; what others say stays without one', () => {
    const names = Array.from({ length: 60 }, (_, n) => `Guest ${n}: Hello.\nGuest ${n}: Bye.`).join('\n')
    const { speakers, lines } = read('s.txt', names)
    expect([speakers.length, lines.length]).toEqual([50, 120])
    expect(lines.at(-1)).toEqual({ speaker: null, at: null, text: 'Bye.' })
  })
})
