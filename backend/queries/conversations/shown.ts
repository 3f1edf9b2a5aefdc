import type { Viewer } from '#domain/access.ts'
import { type AnswerPart, idsIn, type SourceKind } from '#domain/answers.ts'
import { can } from '#domain/rights.ts'
import type { AnswerSource, ShownPart } from '#projections/conversation-answers.ts'
import { sentencesOf } from '../../../scribe/index.ts'
import type { Read } from '../../http/snapshot.ts'
import { seenLinks } from '../relationships/items.ts'
import { visible, visibleAs, visibleIn } from '../visible.ts'

interface Lore {
  id: string
  name: string
  description: string
  imageUri?: string | null
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
interface File {
  id: string
  name: string
}

/** Everything that stored parts refer to, as far as the viewer sees it now. */
export interface Seen {
  lore: ReadonlyMap<string, Lore>
  sections: ReadonlyMap<string, Section>
  links: ReadonlyMap<string, Link>
  files: ReadonlyMap<string, File>
  campaigns: ReadonlyMap<string, Lore>
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
const nothingSeen: Seen = {
  lore: new Map(),
  sections: new Map(),
  links: new Map(),
  files: new Map(),
  campaigns: new Map(),
}

export const loadSeen = (read: Read, viewer: Viewer, campaignId: string, parts: readonly AnswerPart[]): Promise<Seen> =>
  loadSeenIds(read, viewer, campaignId, parts.flatMap(idsIn))

export async function loadSeenIds(
  read: Read,
  viewer: Viewer,
  campaignId: string,
  all: readonly string[],
): Promise<Seen> {
  const ids = [...new Set(all)]
  if (ids.length === 0 || !can(viewer, 'enter', { campaignId })) return nothingSeen
  const values = { ...visibleIn(viewer, campaignId), ids }
  const [lore, sections, links, files, campaigns] = await Promise.all([
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
    read<Link>(`select r.id, r.comment ${seenLinks} and r.id = any(@ids::uuid[])`, values),
    // Every member sees the campaign itself and its files.
    read<File>(
      `select id, name from campaign_files where id = any(@ids::uuid[]) and "campaignId" = @campaignId and "deletedAt" is null`,
      values,
    ),
    read<Lore>(
      `select id, name, coalesce(description, '') as description from campaigns where id = any(@ids::uuid[]) and id = @campaignId`,
      values,
    ),
  ])
  return {
    lore: byId(lore),
    sections: byId(sections),
    links: byId(links),
    files: byId(files),
    campaigns: byId(campaigns),
  }
}

/** Whether everything that a part repeats is still there for its reader. */
export const isSeen = (part: AnswerPart, { lore, sections, links, files, campaigns }: Seen): boolean => {
  if (part.kind === 'quote') {
    const { kind, id, segmentId } = part.source
    if (kind === 'file') return files.has(id)
    if (kind === 'campaign') return campaigns.has(id)
    return lore.has(id) && (segmentId === null || sections.get(segmentId)?.conjurationId === id)
  }
  if (part.kind === 'link') return lore.has(part.fromId) && lore.has(part.toId) && links.has(part.relationshipId)
  return true
}

/** A list of sources without repeats, and the position of each in it. */
const sourceList = (seen: Seen) => {
  const sources: AnswerSource[] = []
  const nameOf = (kind: SourceKind, id: string) => {
    if (kind === 'file') return seen.files.get(id)?.name
    return (kind === 'campaign' ? seen.campaigns : seen.lore).get(id)?.name
  }
  const indexOf = (kind: SourceKind, id: string, segmentId: string | null = null): number => {
    const before = sources.findIndex((source) => source.id === id && source.segmentId === segmentId)
    if (before !== -1) return before
    const title = segmentId === null ? null : (seen.sections.get(segmentId)?.title ?? null)
    const imageUri = seen.lore.get(id)?.imageUri ?? null
    return sources.push({ kind, id, segmentId, name: nameOf(kind, id) ?? '', title, imageUri }) - 1
  }
  return { sources, indexOf }
}

/** Entries and files that a message names, as far as its reader sees them. */
export const namedSources = (
  { conjurations, campaignFiles }: { conjurations: readonly string[]; campaignFiles: readonly string[] },
  seen: Seen,
): AnswerSource[] => {
  const { sources, indexOf } = sourceList(seen)
  for (const id of conjurations) if (seen.lore.has(id)) indexOf('lore', id)
  for (const id of campaignFiles) if (seen.files.has(id)) indexOf('file', id)
  return sources
}

const textNow = ({ kind, id, segmentId }: { kind: SourceKind; id: string; segmentId: string | null }, seen: Seen) => {
  if (segmentId !== null) return seen.sections.get(segmentId)?.text
  return (kind === 'campaign' ? seen.campaigns : seen.lore).get(id)?.description
}

/** An answer as its reader sees it now: without anything that was hidden since, and with the names of now. */
export const showParts = (
  parts: readonly AnswerPart[],
  seen: Seen,
): { parts: ShownPart[]; sources: AnswerSource[] } => {
  const { sources, indexOf } = sourceList(seen)
  const shown = parts.map((part): ShownPart => {
    if (part.kind === 'words') return part
    if (!isSeen(part, seen)) return { kind: 'hidden' }
    if (part.kind === 'quote') {
      const { kind, id, segmentId } = part.source
      // A file never changes.
      const isChanged =
        kind !== 'file' &&
        !sentencesOf(textNow(part.source, seen) ?? '').some((sentence) => sentence.startsWith(part.text))
      return { kind: 'quote', text: part.text, source: indexOf(kind, id, segmentId), isChanged }
    }
    if (part.kind === 'link') {
      const comment = seen.links.get(part.relationshipId)?.comment ?? ''
      return { kind: 'link', from: indexOf('lore', part.fromId), to: indexOf('lore', part.toId), comment }
    }
    const ids = part.ids.filter((id) => seen.lore.has(id))
    if (ids.length === 0 && part.ids.length > 0) return { kind: 'hidden' }
    return {
      kind: 'entries',
      sources: ids.map((id) => indexOf('lore', id)),
      more: ids.length < part.ids.length ? 0 : part.more,
    }
  })
  return { parts: shown, sources }
}

const hiddenSentence = 'Based on something you can no longer see.'

/** An answer as plain text, for the clipboard, for exports, and for clients that show no parts. */
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
