import type { Format, Words } from './brief.ts'
import type { Cast } from './cast.ts'
import { countWords, isBroken, sentence } from './grammar.ts'
import { anything } from './kinds/anything.ts'
import type { Aspect, Kind } from './kinds/kind.ts'
import type { Memory } from './memory.ts'
import { terse } from './phrases.ts'

export interface Piece {
  kind: Kind
  cast: Cast
  memory: Memory
  /** The aspects to write about, in this order; others follow if more words are needed. */
  aspects: readonly Aspect[]
  words: Words
  /** Sentences at its beginning. */
  first: readonly string[]
  entries?: number | undefined
}

/** Aspects whose general frames fit people too. */
const ofAnybody: readonly Aspect[] = ['hook', 'rumour']

/** Frames that this text has not used; general ones follow those of the kind. */
const framesFor = ({ kind, memory }: Piece, aspect: Aspect): string[] => {
  const unused = (frames: readonly string[] = []) => frames.filter((frame) => !memory.isUsed(frame))
  const own = unused(kind.frames[aspect])
  if (own.length > 0 || (kind.isPerson && !ofAnybody.includes(aspect))) return own
  return unused(anything.frames[aspect])
}

/** Number of attempts with a frame before the aspect is skipped. */
const tries = 14

/** Returns a new sentence of an aspect, within the range of words; undefined if none fits. */
const sentenceOf = (
  piece: Piece,
  aspect: Aspect,
  room: { min: number; max: number },
  before: readonly string[],
  isLate = false,
) => {
  const { cast, memory } = piece
  const last = before.at(-1)
  for (let n = 0; n < tries; n++) {
    const fresh = framesFor(piece, aspect)
    // Long texts use a frame again for other people.
    const frames = fresh.length > 0 || !isLate ? fresh : (piece.kind.frames[aspect] ?? [])
    if (frames.length === 0) return undefined
    const frame = memory.pick(frames)
    // The first sentence must name its subject.
    const begun = before.length === 0 ? frame.replace(/^\{he\} /, '{self} ') : frame
    const filled = cast.compose(begun)
    if (filled === undefined) continue
    const text = sentence(filled)
    const length = countWords(text)
    if (isBroken(text) || length > room.max || length < room.min) continue
    // The first attempts avoid two sentences that begin alike, since they read as a list.
    if (last && n < tries / 2 && opening(last) === opening(text)) continue
    if (!memory.isNew(text)) continue
    cast.keep()
    return text
  }
  return undefined
}

const opening = (text: string): string => text.split(' ')[0] ?? ''

/** Writes the sentences of a piece, within its range of words. */
export const sentencesOf = (piece: Piece): string[] => {
  const { words, kind, aspects, entries } = piece
  const sentences: string[] = []
  let count = 0
  for (const text of piece.first) {
    const length = countWords(text)
    if (count + length > words.max) continue
    // The sentence is the requester's own, so it may repeat an earlier text.
    piece.memory.isNew(text)
    sentences.push(text)
    count += length
  }
  const goal = Math.round(words.min + (words.max - words.min) * 0.6)
  const isFull = (soFar: number) =>
    entries === undefined ? count >= soFar : sentences.length >= entries && count >= words.min
  /** Adds one sentence of each aspect in turn, until the goal is reached or no sentences are left. */
  const tellOf = (cycle: readonly Aspect[], soFar: number) => {
    for (let n = 0, failed = 0; failed < cycle.length * 2 && !isFull(soFar); n++) {
      const aspect = cycle[n % cycle.length] as Aspect
      const text = sentenceOf(piece, aspect, { min: 1, max: words.max - count }, sentences)
      if (text === undefined) failed++
      else {
        failed = 0
        sentences.push(text)
        count += countWords(text)
      }
    }
  }
  tellOf(aspects, goal)
  // Aspects that were not requested fill up texts that are too short.
  tellOf(
    kind.order.filter((aspect) => !aspects.includes(aspect) && aspect !== 'opening'),
    words.min,
  )
  return filledUp(piece, sentences, count)
}

/** Adds sentences up to the minimum of words. */
const filledUp = (piece: Piece, sentences: string[], count: number): string[] => {
  const { words, cast, memory } = piece
  let missing = words.min - count
  for (let n = 0; missing > 0 && n < 400; n++) {
    const aspects = piece.kind.isPerson ? piece.kind.order : [...piece.kind.order, ...anything.order]
    const aspect = aspects[n % aspects.length] as Aspect
    if (sentences.length > 0 && aspect === 'opening') continue
    const text = sentenceOf(piece, aspect, { min: 1, max: words.max - count }, sentences, n > 40)
    if (text === undefined) continue
    sentences.push(text)
    count += countWords(text)
    missing = words.min - count
  }
  if (missing <= 0) return sentences
  // No sentence fits the few missing words.
  const few = Array.from({ length: missing }, () => memory.pick(terse))
  const last = sentence(few.length > 1 ? `${few.slice(0, -1).join(', ')}, ${few.at(-1)}.` : `${few[0]}.`)
  cast.begin()
  return [...sentences, last]
}

/** Divides sentences into paragraphs of about equal length; each has at least one sentence, if there are enough. */
const divided = (sentences: readonly string[], count: number): string[][] => {
  const lengths = sentences.map(countWords)
  let left = lengths.reduce((sum, length) => sum + length, 0)
  let from = 0
  return Array.from({ length: Math.min(count, sentences.length) }, (_, n) => {
    const paragraphs = count - n
    const most = sentences.length - from - (Math.min(count, sentences.length) - n - 1)
    const goal = left / paragraphs
    let [taken, words] = [0, 0]
    while (taken < most && (taken === 0 || paragraphs === 1 || words + (lengths[from + taken] ?? 0) / 2 <= goal))
      words += lengths[from + taken++] ?? 0
    const paragraph = sentences.slice(from, from + taken)
    from += taken
    left -= words
    return paragraph
  })
}

/** Long paragraphs end here, in words. */
const longParagraph = 85

/** Formats sentences as Markdown; `paragraphs` is the requested number. */
export const formed = (
  sentences: readonly string[],
  format: Format,
  { isNumbered = false, paragraphs: count }: { isNumbered?: boolean; paragraphs?: number | undefined } = {},
): string => {
  if (format === 'BULLET_POINTS')
    return sentences.map((each, n) => `${isNumbered ? `${n + 1}.` : '-'} ${each}`).join('\n')
  const joined = (paragraphs: readonly string[][]) => paragraphs.map((each) => each.join(' ')).join('\n\n')
  if (count !== undefined && format !== 'SINGLE_LINE') return joined(divided(sentences, count))
  if (format !== 'LONG_PARAGRAPH') return sentences.join(' ')
  const paragraphs: string[][] = [[]]
  for (const each of sentences) {
    if (countWords((paragraphs.at(-1) ?? []).join(' ')) > longParagraph) paragraphs.push([])
    paragraphs.at(-1)?.push(each)
  }
  return joined(paragraphs)
}
