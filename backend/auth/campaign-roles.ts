/** A deleted campaign has no members, until it is restored. */
export const membersNow = 'members m join campaigns c on c.id = m."campaignId" and c."deletedAt" is null'

/** Somebody's role in each of their campaigns, by campaign id, as an expression in SQL. */
export const campaignRoles = (userId: string): string =>
  `(select coalesce(json_object_agg(m."campaignId", m.role), '{}') from ${membersNow} where m."userId" = ${userId})`
