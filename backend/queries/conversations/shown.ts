import type { Viewer } from '#domain/access.ts'
import { type AnswerPart, idsIn } from '#domain/answers.ts'
import type { AnswerSource, ShownPart } from '#projections/conversation-answers.ts'
import { sentencesOf } from '../../../scribe/index.ts'
import type { Read } from '../../http/snapshot.ts'
import { visibleLinks } from '../relationships/items.ts'
import { visible, visibleAs, visibleIn } from '../visible.ts'

interface Lore {
  id: string
  name: string
  description: string
  imageUri: string | null
}
interface Section {
  id: string
  conjurationId: string
  title: string
  text: string
}
interface Link {
  id: string
  comment: string
}

/** Everything that stored parts refer to, as far as somebody sees it now. */
export interface Seen {
  lore: ReadonlyMap<string, Lore>
  sections: ReadonlyMap<string, Section>
  links: ReadonlyMap<string, Link>
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

export async function loadSeen(
  read: Read,
  viewer: Viewer,
  campaignId: string,
  parts: readonly AnswerPart[],
): Promise<Seen> {
  const ids = [...new Set(parts.flatMap(idsIn))]
  if (ids.length === 0) return { lore: new Map(), sections: new Map(), links: new Map() }
  const values = { ...visibleIn(viewer, campaignId), ids }
  const [lore, sections, links] = await Promise.all([
    read<Lore>(
      `select l.id, l.name, l.description,
          (select max(i.uri) from images i join access ia on ia.id = i.id
            where i."conjurationId" = l.id and i."primary" and i."deletedAt" is null and ${visibleAs('ia')}) as "imageUri"
         from conjurations l join access a on a.id = l.id
        where l.id = any(@ids::uuid[]) and l."campaignId" = @campaignId and l."deletedAt" is null and ${visible}`,
      values,
    ),
    read<Section>(
      `select s.id, s."conjurationId", coalesce(s.title, '') as title,
          coalesce((select string_agg(p.passage, E'\\n' order by p.n) from text_passages p where p."textId" = s.id), '') as text
         from segments s join access a on a.id = s.id
        where s.id = any(@ids::uuid[]) and s."deletedAt" is null and a."campaignId" = @campaignId and ${visible}`,
      values,
    ),
    read<Link>(`select r.id, r.comment ${visibleLinks} and r.id = any(@ids::uuid[])`, values),
  ])
  return { lore: byId(lore), sections: byId(sections), links: byId(links) }
}

/** Whether all that a part repeats is still there for its reader. */
export const isSeen = (part: AnswerPart, { lore, sections, links }: Seen): boolean => {
  if (part.kind === 'quote') {
    const { id, segmentId } = part.source
    return lore.has(id) && (segmentId === null || sections.get(segmentId)?.conjurationId === id)
  }
  if (part.kind === 'link') return lore.has(part.fromId) && lore.has(part.toId) && links.has(part.relationshipId)
  return true
}

/** An entry as its reader sees it now, or a section of it. */
const sourceOf = (id: string, segmentId: string | null, { lore, sections }: Seen): AnswerSource => {
  const { name = '', imageUri = null } = lore.get(id) ?? {}
  const title = segmentId === null ? null : (sections.get(segmentId)?.title ?? null)
  return { id, segmentId, name, title, imageUri }
}

/** The entries that a message names, as far as its user still sees them. */
export const showNamed = (ids: readonly string[], seen: Seen): AnswerSource[] =>
  ids.filter((id) => seen.lore.has(id)).map((id) => sourceOf(id, null, seen))

/** An answer as its reader sees it now: without anything that was hidden since, and with the names of now. */
export const showParts = (
  parts: readonly AnswerPart[],
  seen: Seen,
): { parts: ShownPart[]; sources: AnswerSource[] } => {
  const sources: AnswerSource[] = []
  const numberOf = (id: string, segmentId: string | null = null): number => {
    const before = sources.findIndex((source) => source.id === id && source.segmentId === segmentId)
    if (before !== -1) return before
    return sources.push(sourceOf(id, segmentId, seen)) - 1
  }
  const shown = parts.map((part): ShownPart => {
    if (part.kind === 'words') return part
    if (!isSeen(part, seen)) return { kind: 'hidden' }
    if (part.kind === 'quote') {
      const { id, segmentId } = part.source
      const now = segmentId === null ? seen.lore.get(id)?.description : seen.sections.get(segmentId)?.text
      const isChanged = !sentencesOf(now ?? '').some((sentence) => sentence.startsWith(part.text))
      return { kind: 'quote', text: part.text, source: numberOf(id, segmentId), isChanged }
    }
    if (part.kind === 'link') {
      const comment = seen.links.get(part.relationshipId)?.comment ?? ''
      return { kind: 'link', from: numberOf(part.fromId), to: numberOf(part.toId), comment }
    }
    const ids = part.ids.filter((id) => seen.lore.has(id))
    if (ids.length === 0 && part.ids.length > 0) return { kind: 'hidden' }
    return {
      kind: 'entries',
      sources: ids.map((id) => numberOf(id)),
      more: ids.length < part.ids.length ? 0 : part.more,
    }
  })
  return { parts: shown, sources }
}

export const hiddenSentence = 'Based on something you can no longer see.'

/** An answer as plain text, for the clipboard and for clients that show no parts. */
export const textOfShown = (parts: readonly ShownPart[], sources: readonly AnswerSource[]): string =>
  parts
    .map((part) => {
      const name = (n: number) => sources[n]?.name ?? ''
      if (part.kind === 'words') return part.text
      if (part.kind === 'hidden') return hiddenSentence
      if (part.kind === 'quote') return `“${part.text}” (${name(part.source)})`
      if (part.kind === 'link') return `${name(part.from)} → ${name(part.to)}${part.comment && `: ${part.comment}`}`
      return `${part.sources.map(name).join(', ')}${part.more > 0 ? `, and ${part.more} more` : ''}`
    })
    .join('\n')
