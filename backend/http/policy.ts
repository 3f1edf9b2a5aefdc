import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type Access, maySee, type Viewer } from '#domain/access.ts'
import { type CampaignRole, campaignRoles, isDm } from '#domain/campaigns.ts'
import { Rejection } from '#domain/decider.ts'
import { trashDays } from '#domain/trash.ts'
import type { ProblemCode } from './problems.ts'
import { type Read, reading, readWith } from './snapshot.ts'
import { uuid } from './uuid.ts'

/** What a policy may ask about: read models only, and only once the request's shape is known to be right. */
export interface Ask {
  request: FastifyRequest
  userId: string
  pool: pg.Pool
}

/**
 * Who may call a route: `who` is asked before anything of the request is read, `may` about the things that it names, once it is
 * known to be well formed. `may` answers the code of its refusal, or nothing.
 */
export interface Policy {
  sentence: string
  who: 'anyone' | 'signedIn' | 'admin' | 'monitor'
  may?: (ask: Ask) => Promise<ProblemCode | undefined>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
  }
}

export const anyone: Policy = { sentence: 'Anyone may.', who: 'anyone' }
export const signedIn: Policy = { sentence: 'Whoever is signed in may.', who: 'signedIn' }
export const admin: Policy = { sentence: 'Administrators may.', who: 'admin' }
/** A program has no session, and must not need the database to be told that the database is away. */
export const monitor: Policy = { sentence: 'Administrators may, and whoever brings METRICS_TOKEN.', who: 'monitor' }

/** Where in a request an id stands. */
export type Place = (request: FastifyRequest) => unknown
export const param =
  (name: string): Place =>
  ({ params }) =>
    (params as Record<string, unknown>)[name]
export const query =
  (name: string): Place =>
  (request) =>
    (request.query as Record<string, unknown>)[name]
export const body =
  (name: string): Place =>
  (request) =>
    (request.body as Record<string, unknown>)[name]

export const memberOf = (campaign: Place): Policy => ({
  sentence: 'Members of the campaign may.',
  who: 'signedIn',
  may: async ({ request, userId, pool }) =>
    (await roleIn(pool, userId, campaign(request))) === undefined ? 'campaign_not_found' : undefined,
})

export const dmOf = (campaign: Place): Policy => ({
  sentence: 'DMs and the owner of the campaign may.',
  who: 'signedIn',
  async may({ request, userId, pool }) {
    const role = await roleIn(pool, userId, campaign(request))
    return role === undefined ? 'campaign_not_found' : isDm(role) ? undefined : 'only_dm'
  },
})

/** Also of a campaign that lies in the Trash, which nobody else knows of any more. */
export const ownerOf = (campaign: Place): Policy => ({
  sentence: 'The owner of the campaign may.',
  who: 'signedIn',
  async may({ request, userId, pool }) {
    const role = await roleIn(pool, userId, campaign(request))
    if (role === campaignRoles.OWNER) return undefined
    if (role !== undefined) return 'only_campaign_owner'
    const before = await roleIn(pool, userId, campaign(request), inTrash)
    return before === campaignRoles.OWNER ? undefined : 'campaign_not_found'
  },
})

export const maySeeImage: Policy = {
  sentence: "The picture's owner may, and whoever sees its lore; without lore, the DMs of its campaign.",
  who: 'signedIn',
  async may({ request, userId, pool }) {
    const access = await accessTo(pool, param('id')(request))
    return access && maySee(await viewerOf(pool, userId), access) ? undefined : 'image_not_found'
  },
}

/** Seeing is not editing: a picture of lore is seen by whoever sees that. */
export const mayEditImage: Policy = {
  sentence: "The picture's owner and the DMs of its campaign may change it.",
  who: 'signedIn',
  async may(ask) {
    const unseen = await maySeeImage.may?.(ask)
    if (unseen) return unseen
    const access = await accessTo(ask.pool, param('id')(ask.request))
    return access && mayEdit(await viewerOf(ask.pool, ask.userId), access) ? undefined : 'forbidden'
  },
}

export const ownsImage: Policy = {
  sentence: 'Only the owner of the picture may: it costs their credits.',
  who: 'signedIn',
  async may(ask) {
    const unseen = await maySeeImage.may?.(ask)
    if (unseen) return unseen
    const access = await accessTo(ask.pool, param('id')(ask.request))
    return access?.ownerId === ask.userId ? undefined : 'only_owner'
  },
}

export const mayEdit = ({ userId, roles }: Viewer, { ownerId, campaignId }: Access): boolean =>
  ownerId === userId || (campaignId !== null && isDm(roles[campaignId]))

/** A deleted campaign has no members, until it is restored. */
const standing = 'members m join campaigns c on c.id = m."campaignId" and c."deletedAt" is null'
const inTrash = `members m join campaigns c on c.id = m."campaignId" and c."deletedAt" > now() - interval '${trashDays} days'`

/** Who is asking, with their role in each of their campaigns. */
export const viewerOf = (pool: pg.Pool, userId: string): Promise<Viewer> => viewerIn(reading(pool), userId)

/** The same within a snapshot: on its own connection, and at its position. */
export async function viewerIn(read: Read, userId: string): Promise<Viewer> {
  const rows = await read<{ campaignId: string; role: CampaignRole }>(
    `select m."campaignId", m.role from ${standing} where m."userId" = $1`,
    [userId],
  )
  return { userId, roles: Object.fromEntries(rows.map(({ campaignId, role }) => [campaignId, role])) }
}

const Uuid = uuid()

async function roleIn(
  pool: pg.Pool,
  userId: string,
  campaignId: unknown,
  members = standing,
): Promise<CampaignRole | undefined> {
  // Asked by nearly every request, so it is planned once a connection.
  const [member] = await readWith(pool)<{ role: CampaignRole }>(
    `select m.role from ${members} where m."campaignId" = $1 and m."userId" = $2`,
    [Uuid.parse(campaignId), userId],
  )
  return member?.role
}

export async function accessTo(pool: pg.Pool, id: unknown): Promise<Access | undefined> {
  return (await accessesTo(pool, [Uuid.parse(id)]))[0]
}

/** Of those that there are. */
export async function accessesTo(pool: pg.Pool, ids: readonly string[]): Promise<(Access & { id: string })[]> {
  const { rows } = await pool.query<Access & { id: string }>(
    'select id, "ownerId", "campaignId", visibility from access where id = any($1::uuid[])',
    [ids],
  )
  return rows
}

/** The views may be a moment behind what this very person just did: nobody is refused by a view that has not caught up. */
export async function refuseUnless(ask: Ask, policy: Policy, catchUp: () => Promise<void>): Promise<void> {
  if (!policy.may) return
  if (!(await policy.may(ask))) return
  await catchUp()
  const refusal = await policy.may(ask)
  if (refusal) throw new Rejection(refusal)
}
