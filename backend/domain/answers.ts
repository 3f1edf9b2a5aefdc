import { z } from 'zod'

/** Weavy's answers as they are stored: all that they took from the campaign stands beside a reference to where it is from. */

export const SourceKind = z.enum(['lore', 'file', 'campaign'])
export type SourceKind = z.infer<typeof SourceKind>
const Quoted = z.object({ kind: SourceKind.default('lore'), id: z.uuid(), segmentId: z.uuid().nullable() })
export const mostListed = 24

export const AnswerPart = z.discriminatedUnion('kind', [
  /** The assistant's own words, which repeat nothing of the campaign. */
  z.object({ kind: z.literal('words'), text: z.string() }),
  z.object({ kind: z.literal('quote'), source: Quoted, text: z.string() }),
  /** Names are resolved when they are shown. `more` counts the entries beyond those. */
  z.object({ kind: z.literal('entries'), ids: z.array(z.uuid()).max(mostListed), more: z.int().min(0) }),
  /** A relationship; its comment is resolved when it is shown. */
  z.object({ kind: z.literal('link'), relationshipId: z.uuid(), fromId: z.uuid(), toId: z.uuid() }),
])
export type AnswerPart = z.infer<typeof AnswerPart>

const Parts = z.array(AnswerPart)

export const writeParts = (parts: readonly AnswerPart[]): string => JSON.stringify(parts)

/** None where the text was forgotten. */
export const readParts = (text: string | null): AnswerPart[] => {
  if (text === null || !text.startsWith('[')) return []
  return Parts.safeParse(JSON.parse(text)).data ?? []
}

/** Everything of the campaign that a part is about: it is shown to no one who cannot see all of it. */
export const idsIn = (part: AnswerPart): string[] => {
  if (part.kind === 'quote') return [part.source.id, part.source.segmentId ?? []].flat()
  if (part.kind === 'link') return [part.fromId, part.toId, part.relationshipId]
  return part.kind === 'entries' ? part.ids : []
}
