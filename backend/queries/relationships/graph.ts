import type { Viewer } from '#domain/access.ts'
import { can } from '#domain/rights.ts'
import type { Graph, GraphLink, GraphNode } from '#projections/relationship-answers.ts'
import type { Read } from '../../http/snapshot.ts'
import { asSeen, visible, visibleIn } from '../visible.ts'
import { imageUriOf, visibleLinks } from './items.ts'

/** Maximum of nodes and links, far beyond a readable picture; the newest are omitted. */
const most = 20_000

const places = `left join graph_places p on p.id = @campaignId::text || ':' || l.id || ':'
  left join graph_places o on @isOwn and o.id = @campaignId::text || ':' || l.id || ':' || @userId::text`

/**
 * The graph of a campaign's lore visible to the viewer. Members who are no DMs may have a layout of their own, which
 * takes precedence.
 */
export async function graphOf(read: Read, viewer: Viewer, campaignId: string): Promise<Graph> {
  const mine = { ...visibleIn(viewer, campaignId), isOwn: !can(viewer, 'manage', { campaignId }) }
  const links = await read<GraphLink>(
    `select r.id, r."sourceId" as source, r."targetId" as target, r.comment as label ${visibleLinks}
        and r."campaignId" = @campaignId order by r."createdAt", r.id limit ${most}`,
    mine,
  )
  const ids = [...new Set(links.flatMap(({ source, target }) => [source, target]))]
  const nodes = await read<GraphNode>(
    `select l.id, l.name, l.tags, ${asSeen('l."collectionId"', 'collectionId')}, ${imageUriOf('l.id')},
            coalesce(o.x, p.x) as x, coalesce(o.y, p.y) as y, o.id is not null as "isOwn"
       from conjurations l ${places} where l.id = any(@ids::uuid[]) order by l."createdAt", l.id`,
    { ...mine, ids },
  )
  const within = [...new Set(nodes.flatMap(({ collectionId }) => collectionId ?? []))]
  const collections = await read<Graph['collections'][number]>(
    `select c.id, c.name from collections c join access a on a.id = c.id
      where c.id = any(@within::uuid[]) and c."deletedAt" is null and ${visible} order by c.name, c.id`,
    { ...mine, within },
  )
  const named = new Set(collections.map(({ id }) => id))
  const there = (id: string | null) => (id !== null && named.has(id) ? id : null)
  return { links, collections, nodes: nodes.map((node) => ({ ...node, collectionId: there(node.collectionId) })) }
}
