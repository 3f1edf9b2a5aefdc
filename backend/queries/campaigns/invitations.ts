import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { type Invitation, InvitationList, Invited } from '#projections/answers.ts'
import type { InvitationRow } from '#projections/campaigns.ts'
import { catchUp } from '../../http/catch-up.ts'
import type { Deps } from '../../http/deps.ts'
import { anyone, dmOf, param } from '../../http/policy.ts'
import { reading, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { Page } from '../page.ts'

/** Maximum number of members that an invitation shows. */
const preview = 5

export const invitationQueries = (deps: Deps): FastifyPluginAsyncZod => {
  const { pool, inviteCodes, now } = deps
  return async (app) => {
    const list = { params: z.object({ id: uuid() }), querystring: Page(25), response: { 200: InvitationList } }
    const dms = { policy: dmOf(param('id'), 'invite') }
    app.get('/campaigns/:id/invitations', { config: dms, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { limit, offset } = request.query
        const rows = await read<InvitationRow & { createdByName: string }>(
          `select i.*, coalesce(u.name, '') as "createdByName"
             from invitations i left join auth."user" u on u.id = i."createdBy"::text
            where i."campaignId" = $1 order by i."createdAt" desc, i.id desc limit $2 offset $3`,
          [request.params.id, limit, offset],
        )
        const [count] = await read<{ total: number }>(
          'select count(*) as total from invitations where "campaignId" = $1',
          [request.params.id],
        )
        const data = rows.map((row) => {
          const code = inviteCodes.codeOf(row.id)
          return { ...row, code, link: linkOf(deps, code), state: stateOf(row, now()) }
        })
        return { data, total: count?.total ?? 0 }
      }),
    )

    const one = { params: z.object({ code: z.string() }), response: { 200: Invited } }
    app.get('/campaigns/invites/:code', { config: { policy: anyone }, schema: one }, async (request, reply) => {
      const invitation = await invitationBehind(request.params.code, deps)
      const state = stateOf(invitation, now())
      if (state !== 'open') throw new Rejection(`invitation_${state}`)
      return snapshot(pool, reply, async (read) => {
        const { campaignId, createdBy } = invitation
        const [campaign] = await read<Omit<Invited, 'members'>>(
          `select c.id as "campaignId", c.name as "campaignName", c."welcomeMessage",
              coalesce((select email from auth."user" where id = $2), '') as "invitingEmail",
              (select count(*) from members where "campaignId" = c.id) as "memberCount"
             from campaigns c where c.id = $1`,
          [campaignId, createdBy],
        )
        if (!campaign) throw new Rejection('invitation_not_found')
        const members = await read<Invited['members'][number]>(
          `select coalesce(u.name, '') as username, m.role
             from members m left join auth."user" u on u.id = m."userId"::text
            where m."campaignId" = $1 order by m."joinedAt", m.id limit $2`,
          [campaignId, preview],
        )
        return { ...campaign, members }
      })
    })
  }
}

export const linkOf = ({ baseUrl }: Pick<Deps, 'baseUrl'>, code: string): string =>
  `${baseUrl}/campaigns/invite/${code}`

const stateOf = ({ revokedAt, expiresAt }: InvitationRow, now: number): Invitation['state'] => {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'open'
}

/** Returns the invitation with this code. Throws `invitation_not_found` if there is none, or if its campaign was deleted. */
export async function invitationBehind(
  code: string,
  deps: Pick<Deps, 'pool' | 'progress' | 'store' | 'inviteCodes'>,
): Promise<InvitationRow> {
  const id = deps.inviteCodes.inviteIdOf(code)
  if (id === undefined) throw new Rejection('invitation_not_found')
  const find = async () =>
    (
      await reading(deps.pool)<InvitationRow>(
        `select i.* from invitations i join campaigns c on c.id = i."campaignId"
          where i.id = $1 and c."deletedAt" is null`,
        [id],
      )
    )[0]
  // A valid code proves that its invitation exists, even if the view lacks it yet.
  const found = (await find()) ?? (await catchUp(deps).then(find))
  if (!found) throw new Rejection('invitation_not_found')
  return found
}
