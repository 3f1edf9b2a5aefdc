/** A deleted campaign has no members, until it is restored. */
export const membersNow = 'members m join campaigns c on c.id = m."campaignId" and c."deletedAt" is null'

/** A user's role in each of their campaigns, by campaign id, as an SQL expression. */
export const campaignRoles = (userId: string): string =>
  `(select coalesce(json_object_agg(m."campaignId", m.role), '{}') from ${membersNow} where m."userId" = ${userId})`
