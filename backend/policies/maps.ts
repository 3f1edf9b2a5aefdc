import type { Viewer } from '#domain/access.ts'
import { can, sentences } from '#domain/rights.ts'
import { type Ask, type Found, type Policy, param } from '../http/policy.ts'
import type { ProblemCode } from '../http/problems.ts'
import { readWith } from '../http/snapshot.ts'
import { uuid } from '../http/uuid.ts'

/** A battle map with its access, and a flag if it is on its campaign's table. */
interface FoundMap extends Found {
  isShown: boolean
}

const found = `select a.id, a."ownerId", a."campaignId", a.channels, i."deletedAt" is not null as "inTrash",
    coalesce(t."imageId" = i.id, false) as "isShown"
  from images i join access a on a.id = i.id left join campaign_tables t on t.id = i."campaignId"
 where i.id = $1 and i.type = 'MAP'`

const Uuid = uuid()

type Judge = (viewer: Viewer, map: FoundMap | undefined) => ProblemCode | undefined

const judged =
  (judge: Judge) =>
  async ({ request, viewer, pool }: Ask) => {
    const [map] = await readWith(pool)<FoundMap>(found, [Uuid.parse(param('id')(request))])
    return judge(await viewer(), map)
  }

const sits = (viewer: Viewer, { isShown, inTrash, campaignId }: FoundMap) =>
  isShown && !inTrash && can(viewer, 'enter', { campaignId })

const unseen: Judge = (viewer, map) => {
  if (!map) return 'map_not_found'
  return sits(viewer, map) || can(viewer, map.inTrash ? 'seeInTrash' : 'see', map) ? undefined : 'map_not_found'
}

/** The owner and DMs see the whole map; other members see the revealed part while it is on the table. */
export const maySeeMap: Policy = {
  sentence:
    'Its owner and the DMs of its campaign may; while it is shown at the table, every member, and then what is revealed.',
  who: 'signedIn',
  may: judged(unseen),
}

export const mayEditMap: Policy = {
  sentence: sentences.edit,
  who: 'signedIn',
  may: judged((viewer, map) => unseen(viewer, map) ?? (map && can(viewer, 'edit', map) ? undefined : 'forbidden')),
}

const unshowable: Judge = (viewer, map) => {
  const refusal = unseen(viewer, map)
  if (refusal || !map) return refusal
  if (map.inTrash) return 'map_not_found'
  if (map.campaignId === null) return 'map_not_tabled'
  return can(viewer, 'showMap', map) ? undefined : 'only_dm_of_map'
}

export const mayShowMap: Policy = { sentence: sentences.showMap, who: 'signedIn', may: judged(unshowable) }

export const sitsAtTable: Policy = {
  sentence: 'Members of its campaign may, while the map is shown at the table.',
  who: 'signedIn',
  may: judged((viewer, map) => (map && sits(viewer, map) ? undefined : 'map_not_found')),
}
