import type { Viewer, Visibility } from '#domain/access.ts'
import { type AnswerPart, idsIn, referredIds } from '#domain/answers.ts'
import { can } from '#domain/rights.ts'
import type { Read } from '../../http/snapshot.ts'
import { visibleLinks } from '../relationships/items.ts'
import { libraryOf, visibleTemplates } from '../templates/visible.ts'
import { visible, visibleAs, visibleIn } from '../visible.ts'

interface Lore {
  id: string
  name: string
  description: string
  imageUri?: string | null
}
interface Entry extends Lore {
  tags: string[]
  visibility: Visibility
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
  /** The conversation to which the file is attached; null for a file of the campaign. */
  conversationId: string | null
}

/** Everything that stored parts refer to, as far as the viewer sees it now. */
export interface Seen {
  lore: ReadonlyMap<string, Entry>
  sections: ReadonlyMap<string, Section>
  links: ReadonlyMap<string, Link>
  files: ReadonlyMap<string, File>
  transcripts: ReadonlyMap<string, File>
  campaigns: ReadonlyMap<string, Lore>
  templates: ReadonlyMap<string, { id: string; name: string }>
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
const nothingSeen: Seen = {
  lore: new Map(),
  sections: new Map(),
  links: new Map(),
  files: new Map(),
  transcripts: new Map(),
  campaigns: new Map(),
  templates: new Map(),
}

export const loadSeen = async (
  read: Read,
  viewer: Viewer,
  campaignId: string,
  parts: readonly AnswerPart[],
): Promise<Seen> => ({
  ...(await loadSeenIds(read, viewer, campaignId, parts.flatMap(referredIds))),
  templates: byId(await findTemplates(read, viewer, parts)),
})

/** Templates of proposed entries, as far as the viewer may use them. */
const findTemplates = async (read: Read, { userId }: Viewer, parts: readonly AnswerPart[]) => {
  const ids = parts.flatMap((part) =>
    part.kind === 'proposal' && part.change.kind === 'entry' ? (part.change.templateId ?? []) : [],
  )
  if (ids.length === 0) return []
  const values = { ...(await libraryOf(read, userId)), ids }
  return read<{ id: string; name: string }>(
    `select t.id, t.name from (${visibleTemplates}) t where t.id = any(@ids::uuid[])`,
    values,
  )
}

export async function loadSeenIds(
  read: Read,
  viewer: Viewer,
  campaignId: string,
  all: readonly string[],
): Promise<Seen> {
  const ids = [...new Set(all)]
  if (ids.length === 0 || !can(viewer, 'enter', { campaignId })) return nothingSeen
  const values = { ...visibleIn(viewer, campaignId), ids }
  const [lore, sections, links, files, transcripts, campaigns] = await Promise.all([
    read<Entry>(
      `select l.id, l.name, l.description, l.tags, a.visibility,
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
    // Every member sees the campaign itself and its files; an attached file belongs to its conversation.
    read<File>(
      `select id, name, null::uuid as "conversationId" from campaign_files
          where id = any(@ids::uuid[]) and "campaignId" = @campaignId and "deletedAt" is null
        union all
        select f.id, f.name, f."conversationId" from conversation_files f join access a on a.id = f."conversationId"
          where f.id = any(@ids::uuid[]) and f."campaignId" = @campaignId and ${visible}`,
      values,
    ),
    read<File>(
      `select t.id, t.title as name from transcripts t join access a on a.id = t.id
        where t.id = any(@ids::uuid[]) and t."campaignId" = @campaignId and t."deletedAt" is null and ${visible}`,
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
    transcripts: byId(transcripts),
    campaigns: byId(campaigns),
    templates: new Map(),
  }
}

/** True if everything that a part repeats is still visible to its reader. */
export const isSeen = (part: AnswerPart, seen: Seen): boolean => {
  const { lore, sections, links, files, transcripts, campaigns } = seen
  const isThere = (id: string) => [lore, sections, links, files, transcripts, campaigns].some((items) => items.has(id))
  if (part.kind === 'quote') {
    const { kind, id, segmentId } = part.source
    if (kind === 'file') return files.has(id)
    if (kind === 'transcript') return transcripts.has(id)
    if (kind === 'campaign') return campaigns.has(id)
    return lore.has(id) && (segmentId === null || sections.get(segmentId)?.conjurationId === id)
  }
  if (part.kind === 'link') return lore.has(part.fromId) && lore.has(part.toId) && links.has(part.relationshipId)
  if (part.kind === 'words') return part.fileId === undefined || files.has(part.fileId)
  if (part.kind === 'text' || part.kind === 'proposal') return idsIn(part).every(isThere)
  return true
}
