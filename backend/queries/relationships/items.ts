import { thingOf, type Viewer, type Visibility } from '#domain/access.ts'
import { can } from '#domain/rights.ts'
import type { RelationshipItem } from '#projections/relationship-answers.ts'
import { RelationshipRow } from '#projections/relationships.ts'
import type { Read } from '../../http/snapshot.ts'
import { isCopy, visible, visibleAs, visibleTo } from '../visible.ts'

/** Maximum number of links at any depth; more distant ones are omitted. */
const most = 2000

/** Visible links with both ends existing, for a query that continues with `and …`. */
export const visibleLinks = `from relationships r join access a on a.id = r.id
  join conjurations s on s.id = r."sourceId" join conjurations t on t.id = r."targetId"
  where r."deletedAt" is null and s."deletedAt" is null and t."deletedAt" is null and ${visible}`

/** Address of the lore's primary picture, if visible to the viewer. */
export const imageUriOf = (lore: string) => `(select i.uri from images i join access ia on ia.id = i.id
  where i."conjurationId" = ${lore} and i."primary" and i."deletedAt" is null and ${visibleAs('ia')} limit 1) as "imageUri"`

interface End {
  id: string
  name: string
  ownerId: string
  campaignId: string | null
  visibility: Visibility
  isOpen: boolean
}
type Found = RelationshipRow & { source: End; target: End; isCopy: boolean }

const columns = Object.keys(RelationshipRow.shape).map((column) => `r."${column}"`)
const endOf = (lore: string) => `jsonb_build_object('id', ${lore}.id, 'name', ${lore}.name,
  'ownerId', ${lore}."userId", 'campaignId', ${lore}."campaignId", 'visibility', ${lore}.visibility, 'isOpen', ${lore}.writers = 'MEMBERS')`

/** Returns the links of lore up to `depth` links away, nearest first, each once. */
export async function relationshipsOf(read: Read, viewer: Viewer, id: string, depth: number) {
  const links: (Omit<RelationshipItem, 'entitydata'> & { far: End })[] = []
  const reached = new Set([id])
  let nearest = [id]
  for (let step = 1; step <= depth && nearest.length > 0 && links.length < most; step++) {
    const found = await read<Found>(
      `select ${columns}, ${endOf('s')} as source, ${endOf('t')} as target, ${isCopy('s."campaignId"')} as "isCopy" ${visibleLinks}
          and (r."sourceId" = any(@nearest::uuid[]) or r."targetId" = any(@nearest::uuid[])) and r.id <> all(@known::uuid[])
        order by r."createdAt", r.id limit @limit`,
      { ...visibleTo(viewer), nearest, known: links.map((link) => link.id), limit: most - links.length },
    )
    const from = new Set(nearest)
    for (const { source, target, isCopy, ...row } of found) {
      const [near, far] = from.has(source.id) ? [source, target] : [target, source]
      const mayEdit = !isCopy && can(viewer, 'changeLink', { ends: [thingOf(source), thingOf(target)] })
      links.push({ ...row, conjurationId: near.id, far, depth: step, mayEdit })
    }
    nearest = [...new Set(links.map(({ far }) => far.id))].filter((one) => !reached.has(one))
    for (const one of nearest) reached.add(one)
  }
  const uris = await picturesOf(read, viewer, [...reached])
  return links.map(({ far: { id, name }, ...link }): RelationshipItem => {
    return { ...link, entitydata: { id, name, imageUri: uris.get(id) ?? null } }
  })
}

const picturesOf = async (read: Read, viewer: Viewer, ids: readonly string[]) => {
  const rows = await read<{ id: string; imageUri: string | null }>(
    `select l.id, ${imageUriOf('l.id')} from unnest(@ids::uuid[]) l(id)`,
    { ...visibleTo(viewer), ids },
  )
  return new Map(rows.map(({ id, imageUri }) => [id, imageUri]))
}
