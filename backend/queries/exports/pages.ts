import type { Viewer, Visibility } from '#domain/access.ts'
import type { Ops } from '#domain/deltas.ts'
import { textOf, texts } from '#domain/texts.ts'
import type { ExportedLink, ExportedPage } from '#exchange/pages.ts'
import type { SegmentItem } from '#projections/segment-answers.ts'
import type { Dispatcher } from '../../commands/dispatch.ts'
import type { Read } from '../../http/snapshot.ts'
import { visibleLinks } from '../relationships/items.ts'
import { segmentItems } from '../segments/items.ts'
import { opsOf } from '../texts/open-text.ts'
import { redactOps, visibleMentions } from '../texts/seen.ts'
import { visibleAs, visibleTo } from '../visible.ts'

interface Deps {
  read: Read
  stateOf: Dispatcher['stateOf']
}

interface Row {
  id: string
  name: string
  tags: string[]
  visibility: Visibility
  description: string
}

const rows = `select l.id, l.name, l.tags, l.visibility, l.description from conjurations l
  where l.id = any(@ids::uuid[]) and l."deletedAt" is null and ${visibleAs('l')}`

/** A link between two lore items, with the names and visibilities of both. */
interface Link {
  id: string
  sourceId: string
  targetId: string
  reverseId: string | null
  comment: string
  sourceName: string
  targetName: string
  sourceVisibility: Visibility
  targetVisibility: Visibility
}
const links = `select r.id, r."sourceId", r."targetId", r."reverseId", r.comment, s.name as "sourceName", t.name as "targetName",
    s.visibility as "sourceVisibility", t.visibility as "targetVisibility"
  ${visibleLinks} and (r."sourceId" = any(@ids::uuid[]) or r."targetId" = any(@ids::uuid[])) order by r."createdAt", r.id`

/** Selects the texts that have a stream; the content of others is the plain description. */
const begun = 'select id from texts where id = any(@ids::uuid[])'

/** Returns the links of an entry, with a pair of opposite links as one. */
const linksOf = (id: string, all: readonly Link[]): ExportedLink[] => {
  const own = all.filter(({ sourceId, targetId }) => sourceId === id || targetId === id)
  const known = new Set(own.map((link) => link.id))
  return own.flatMap((link): ExportedLink[] => {
    const isOut = link.sourceId === id
    const isPair = link.reverseId !== null && known.has(link.reverseId)
    if (isPair && !isOut) return []
    const direction = isPair ? 'both' : isOut ? 'out' : 'in'
    const other = isOut
      ? { id: link.targetId, name: link.targetName, isForAll: link.targetVisibility === 'CAMPAIGN' }
      : { id: link.sourceId, name: link.sourceName, isForAll: link.sourceVisibility === 'CAMPAIGN' }
    return [{ ...other, direction, comment: link.comment }]
  })
}

interface Sources {
  segments: readonly SegmentItem[]
  links: readonly Link[]
  begun: ReadonlySet<string>
}

const pageFrom = async (
  { read, stateOf }: Deps,
  viewer: Viewer,
  { description: plain, ...row }: Row,
  { segments, links, begun }: Sources,
): Promise<Omit<ExportedPage, 'pictures' | 'primary'>> => {
  const textIn = async (textId: string, otherwise: string): Promise<Ops> =>
    begun.has(textId) ? textOf(await stateOf(texts, textId)) : opsOf(otherwise)
  const description = await textIn(row.id, plain)
  const stories = await Promise.all(segments.map(({ id, type }) => (type === 'STORY' ? textIn(id, '') : [])))
  const seen = await visibleMentions(read, viewer, description, ...stories)
  return {
    ...row,
    description: redactOps(description, seen),
    sections: segments.map(({ title, type, isForDms, gallerySegments }, n) => ({
      title,
      type,
      isForDms,
      ops: redactOps(stories[n] ?? [], seen),
      pictures: gallerySegments.map(({ imageId }) => imageId),
    })),
    links: linksOf(row.id, links),
  }
}

/**
 * Loads the rows, segments and links of entries at once. Returns a function that reads the page of one entry; undefined if the viewer
 * does not see it.
 */
export const openPages = async (deps: Deps, viewer: Viewer, ids: readonly string[]) => {
  const { read } = deps
  const values = { ...visibleTo(viewer), ids }
  const [found, segments, allLinks] = await Promise.all([
    read<Row>(rows, values),
    segmentItems(read, viewer, { conjurationIds: ids }),
    read<Link>(links, values),
  ])
  const textIds = [...ids, ...segments.map(({ id }) => id)]
  const written = new Set((await read<{ id: string }>(begun, { ids: textIds })).map(({ id }) => id))
  const rowOf = new Map(found.map((row) => [row.id, row]))
  const segmentsOf = Map.groupBy(segments, ({ conjurationId }) => conjurationId)
  return async (id: string) => {
    const row = rowOf.get(id)
    const sources = { segments: segmentsOf.get(id) ?? [], links: allLinks, begun: written }
    return row && pageFrom(deps, viewer, row, sources)
  }
}
