import type { Viewer } from '#domain/access.ts'
import { isDm } from '#domain/campaigns.ts'

/**
 * `maySee` of the domain in SQL, for a query that joins `access` by this name: its values go in as `$1`, `$2`, `$3`.
 * A test holds the two against each other.
 */
export const visibleAs = (a: string) => `(${a}."ownerId" = $1
  or (${a}.visibility = 'CAMPAIGN' and ${a}."campaignId" = any($2::uuid[]))
  or (${a}.visibility = 'DM' and ${a}."campaignId" = any($3::uuid[])))`
export const visible = visibleAs('a')

/**
 * The other way round, by an index: what of campaign `$4` they do not see. That is little where most is everybody's, so what is
 * only counted is looked up in it, not in `access` one by one.
 */
export const unseen = `select a.id from access a where a."campaignId" = $4 and a."ownerId" <> $1 and a.visibility = any(case
  when $4 = any($3::uuid[]) then '{PRIVATE}' when $4 = any($2::uuid[]) then '{PRIVATE,DM}' else '{PRIVATE,DM,CAMPAIGN}' end::text[])`

export const visibleTo = ({ userId, roles }: Viewer): [userId: string, member: string[], dm: string[]] => {
  const campaigns = Object.entries(roles)
  return [userId, campaigns.map(([id]) => id), campaigns.filter(([, role]) => isDm(role)).map(([id]) => id)]
}
