import { z } from 'zod'
import { Proposal, targetsOf } from './proposals.ts'

/** Weavy's answers as they are stored: each quotation from the campaign is stored with a reference to its source. */

export const SourceKind = z.enum(['lore', 'file', 'campaign', 'transcript'])
export type SourceKind = z.infer<typeof SourceKind>
const Quoted = z.object({
  kind: SourceKind.default('lore'),
  id: z.uuid(),
  segmentId: z.uuid().nullable(),
  /** The page of a file that has pages, counted from 1. */
  page: z.int().min(1).optional(),
})
export type QuotedSource = z.infer<typeof Quoted>
export const mostListed = 24

export const AnswerPart = z.discriminatedUnion('kind', [
  /** The assistant's own words, which repeat nothing of the campaign; `{file}` in them is the name of a file as it is shown. */
  z.object({ kind: z.literal('words'), text: z.string(), fileId: z.uuid().optional() }),
  z.object({ kind: z.literal('quote'), source: Quoted, text: z.string() }),
  /** Lore entries, whose names are resolved on display. `more` is the number of entries beyond `ids`. */
  z.object({ kind: z.literal('entries'), ids: z.array(z.uuid()).max(mostListed), more: z.int().min(0) }),
  /** A relationship; its comment is resolved when it is shown. */
  z.object({ kind: z.literal('link'), relationshipId: z.uuid(), fromId: z.uuid(), toId: z.uuid() }),
  /**
   * A model's text. `[n]` cites the nth of `sources`. `basis` holds the ids of all items that the model received: users who cannot see
   * one of them do not see the text. `links` are the only addresses shown as links: the nth source contains them verbatim and is cited.
   */
  z.object({
    kind: z.literal('text'),
    text: z.string(),
    sources: z.array(Quoted).max(60),
    basis: z.array(z.uuid()).max(800),
    links: z.array(z.object({ n: z.int(), address: z.string().max(600) })).max(20),
  }),
  Proposal,
])
export type AnswerPart = z.infer<typeof AnswerPart>
export type ModelText = Extract<AnswerPart, { kind: 'text' }>

const Parts = z.array(AnswerPart)

export const writeParts = (parts: readonly AnswerPart[]): string => JSON.stringify(parts)

/** Returns no parts if the text was erased or has another shape. */
export const readParts = (text: string | null): AnswerPart[] => {
  if (text === null || !text.startsWith('[')) return []
  return Parts.safeParse(JSON.parse(text)).data ?? []
}

/** Returns the ids of the campaign's items that a part reveals; only users who see all of them may see the part. */
export const idsIn = (part: AnswerPart): string[] => {
  if (part.kind === 'quote') return [part.source.id, part.source.segmentId ?? []].flat()
  if (part.kind === 'link') return [part.fromId, part.toId, part.relationshipId]
  if (part.kind === 'text')
    return [...part.basis, ...part.sources.flatMap(({ id, segmentId }) => [id, segmentId ?? []].flat())]
  if (part.kind === 'words') return part.fileId === undefined ? [] : [part.fileId]
  if (part.kind === 'proposal') return [...part.basis, ...targetsOf(part.change)]
  return part.kind === 'entries' ? part.ids : []
}

/** Returns the ids of the items read to display a part; a proposal's own id is also that of the item that it created. */
export const referredIds = (part: AnswerPart): string[] =>
  part.kind === 'proposal' ? [...idsIn(part), part.id] : idsIn(part)

/** A citation such as `[2]` or `[1, 3]`, with the space before it within a sentence. Its group holds the numbers. */
export const citation = /(?:(?<=[^\s>*+.-])[ \t]+)?\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]/g
const numbersIn = (list: string): number[] => list.split(',').map(Number)

/** The numbers that a text cites, in the order in which they occur first. */
export const citedNumbers = (text: string): number[] => [
  ...new Set([...text.matchAll(citation)].flatMap(([, list = '']) => numbersIn(list))),
]

/** The text with each citation replaced: `replace` receives one number. */
export const replaceCitations = (text: string, replace: (n: number) => string): string =>
  text.replaceAll(citation, (_all, list: string) => numbersIn(list).map(replace).join(''))

/** A model's text with the sources that it cites, numbered in the order of their first citation. Citations of anything else are dropped. */
export const withCitedSources = (part: ModelText): ModelText => {
  const cited = citedNumbers(part.text).filter((n) => part.sources[n - 1] !== undefined)
  const numberOf = new Map(cited.map((n, index) => [n, index + 1]))
  const text = replaceCitations(part.text, (n) => (numberOf.has(n) ? `[${numberOf.get(n)}]` : ''))
  const links = part.links.flatMap(({ n, address }) => {
    const number = numberOf.get(n)
    return number !== undefined && text.includes(address) ? [{ n: number, address }] : []
  })
  return { ...part, text: text.trim(), sources: cited.flatMap((n) => part.sources[n - 1] ?? []), links }
}
