/** FROM clause: members `m` of campaigns `c` that are not deleted. */
export const membersNow = 'members m join campaigns c on c.id = m."campaignId" and c."deletedAt" is null'

/** SQL expression: a user's role in each of their campaigns, by campaign id. `userIdSql` is inserted as SQL. */
export const campaignRoles = (userIdSql: string): string =>
  `(select coalesce(json_object_agg(m."campaignId", m.role), '{}') from ${membersNow} where m."userId" = ${userIdSql})`
