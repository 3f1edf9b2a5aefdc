import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type Principal, type PrincipalKind, type Thing, type Viewer, workFor } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { lookHours } from '#domain/looks.ts'
import { type Ability, can, sentences, viewerAs } from '#domain/rights.ts'
import type { CampaignRole } from '#domain/roles.ts'
import { trashDays } from '#domain/trash.ts'
import { campaignRoles } from '../auth/campaign-roles.ts'
import type { ProblemCode } from './problems.ts'
import { readWith } from './snapshot.ts'
import { uuid } from './uuid.ts'

/** The input of a policy's `may`, which queries read models only, and runs once the request is validated. */
export interface Ask {
  request: FastifyRequest
  userId: string
  /** The requester, with their role in each of their campaigns. */
  viewer: () => Promise<Viewer>
  pool: pg.Pool
}

/**
 * The right to call a route: `who` is checked before the request is read, `may` about the things that the request names, once its
 * shape is validated. `may` returns the code of its refusal, or undefined.
 */
export interface Policy {
  sentence: string
  who: 'anyone' | 'signedIn' | 'admin' | 'auditor' | 'monitor'
  /** The kinds of access that are accepted: sessions alone where this is omitted. */
  for?: readonly PrincipalKind[]
  /** Set if auditors may call the route too; without it, they are refused. */
  forAuditors?: true
  /** The resource that a call may spend; impersonators are refused. */
  spends?: 'money' | 'credits'
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
/** An impersonator of an auditor has no rights of auditors. */
export const auditor: Policy = {
  sentence: 'Auditors and administrators may, in person.',
  who: 'auditor',
  forAuditors: true,
}
/** Admits auditors as well, to routes of their own account. */
export const withAuditors = (policy: Policy): Policy => ({ ...policy, forAuditors: true })
/** A monitoring program has no session; its token is checked without the database, so that it can report an unreachable one. */
export const monitor: Policy = { sentence: 'Administrators may, and whoever brings METRICS_TOKEN.', who: 'monitor' }

/** Credentials of an account belong to its user alone: an impersonator could otherwise create an access of their own. */
export const inPerson: Policy = {
  sentence: 'Whoever is signed in may, and nobody who acts as them.',
  who: 'signedIn',
  may: async ({ request }) => (request.session?.impersonatorId ? 'not_as_somebody_else' : undefined),
}

/** Only the account's owner may spend its money; impersonators are refused before the body is read. */
export const spender: Policy = {
  sentence: 'Whoever is signed in may, and nobody who acts as them.',
  who: 'signedIn',
  spends: 'money',
  may: async ({ request }) => (request.session?.impersonatorId ? 'impersonator_spends_nothing' : undefined),
}

/** Declares that a route holds credits by `holdFor`, which refuses impersonators where the work costs something. */
export const spendsCredits = (policy: Policy): Policy => ({
  ...policy,
  spends: 'credits',
  sentence: `${policy.sentence} Nobody who acts as them may where it costs credits.`,
})

/** Reads an id from a request. */
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

/** For routes that show one account: auditors and administrators must have stated a reason for inspecting it. */
export const lookedAt = (account: Place): Policy => ({
  ...auditor,
  sentence: 'Auditors and administrators may, within eight hours of saying why.',
  async may({ request, userId, pool }) {
    const [look] = await readWith(pool)(
      `select from looks where id = $1 and at > now() - make_interval(hours => ${lookHours})`,
      [`${userId}:${Uuid.parse(account(request))}`],
    )
    return look ? undefined : 'look_first'
  },
})

/** Requires a right in a campaign as a whole. Users who do not belong to the campaign get `campaign_not_found`. */
const inCampaign = (
  campaign: Place,
  ability: Ability & ('enter' | 'manage' | 'invite'),
  refusal: ProblemCode,
): Policy => ({
  sentence: sentences[ability],
  who: 'signedIn',
  async may({ request, viewer }) {
    const [requester, place] = [await viewer(), { campaignId: Uuid.parse(campaign(request)) }]
    if (!can(requester, 'enter', place)) return 'campaign_not_found'
    return can(requester, ability, place) ? undefined : refusal
  },
})

export const memberOf = (campaign: Place): Policy => inCampaign(campaign, 'enter', 'campaign_not_found')

/** Requires membership only if the request names a campaign: without one, a created thing belongs to its creator alone. */
export const memberWhereNamed = (campaign: Place): Policy => ({
  sentence: 'Members of the campaign may; without a campaign, whoever is signed in.',
  who: 'signedIn',
  may: async (ask) => (campaign(ask.request) === undefined ? undefined : memberOf(campaign).may?.(ask)),
})

export const dmOf = (campaign: Place, ability: 'manage' | 'invite' = 'manage'): Policy =>
  inCampaign(campaign, ability, 'only_dm')

/** Includes campaigns in the Trash, which no other user sees any more. */
export const ownerOf = (campaign: Place, ability: 'deleteCampaign' | 'restoreCampaign' | 'changeRoles'): Policy => ({
  sentence: sentences[ability],
  who: 'signedIn',
  async may({ request, userId, viewer, pool }) {
    const [requester, place] = [await viewer(), { campaignId: Uuid.parse(campaign(request)) }]
    if (can(requester, ability, place)) return undefined
    if (can(requester, 'enter', place)) return 'only_campaign_owner'
    const before = await memberBefore(pool, userId, place.campaignId)
    return can(before, ability, place) ? undefined : 'campaign_not_found'
  },
})

const unseenImage = (viewer: Viewer, access: Found | undefined): ProblemCode | undefined =>
  access && can(viewer, access.inTrash ? 'seeInTrash' : 'see', access) ? undefined : 'image_not_found'

/** Seeing is not editing: a picture of lore is visible to all who see the lore. */
export const uneditableImage = (viewer: Viewer, access: Found | undefined): ProblemCode | undefined =>
  unseenImage(viewer, access) ?? (access && can(viewer, 'edit', access) ? undefined : 'forbidden')

export const unmovableImage = (viewer: Viewer, access: Found | undefined): ProblemCode | undefined =>
  uneditableImage(viewer, access) ??
  (access && can(viewer, 'moveToCampaign', access) ? undefined : 'image_move_forbidden')

const judged =
  (judge: (viewer: Viewer, access: Found | undefined) => ProblemCode | undefined) =>
  async ({ request, viewer, pool }: Ask) =>
    judge(await viewer(), await accessTo(pool, param('id')(request)))

export const maySeeImage: Policy = {
  sentence:
    "The picture's owner may, and whoever sees its lore; without lore, and in the Trash, the DMs of its campaign.",
  who: 'signedIn',
  may: judged(unseenImage),
}

export const mayEditImage: Policy = {
  sentence: sentences.edit,
  who: 'signedIn',
  may: judged(uneditableImage),
}

export const ownsImage: Policy = {
  sentence: sentences.retry,
  who: 'signedIn',
  may: judged(
    (viewer, access) =>
      unseenImage(viewer, access) ?? (access && can(viewer, 'retry', access) ? undefined : 'only_owner'),
  ),
}

const rolesNow = `select ${campaignRoles('$1')} as roles`
/** Returns the principal with their present roles. */
export async function viewerNow(pool: pg.Pool, { kind, userId, isInPerson }: Principal): Promise<Viewer> {
  const [now] = await readWith(pool)<Pick<Viewer, 'roles'>>(rolesNow, [userId])
  return { kind, userId, isInPerson, roles: now?.roles ?? {} }
}
/** Returns a user with their present roles, for work on their behalf, which does not count as the user in person. */
export const viewerOf = (pool: pg.Pool, userId: string): Promise<Viewer> => viewerNow(pool, workFor(userId))

const Uuid = uuid()

/** Returns the user with the role that they had in a campaign which is in the Trash now. */
async function memberBefore(pool: pg.Pool, userId: string, campaignId: string): Promise<Viewer> {
  const [member] = await readWith(pool)<{ role: CampaignRole }>(
    `select m.role from members m join campaigns c on c.id = m."campaignId" and c."deletedAt" > now() - interval '${trashDays} days'
      where m."campaignId" = $1 and m."userId" = $2`,
    [campaignId, userId],
  )
  return viewerAs(userId, campaignId, member?.role)
}

/** A thing's access, and `inTrash`: then it is visible in the Trash only, to those who may restore it. */
export interface Found extends Thing {
  id: string
  inTrash: boolean
}

const found = `select a.id, a."ownerId", a."campaignId", a.channels, a."isOpen",
    exists (select from trash() t where t.id = a.id) as "inTrash"
  from access a where`

export async function accessTo(pool: pg.Pool, id: unknown): Promise<Found | undefined> {
  const [one] = await readWith(pool)<Found>(`${found} a.id = $1`, [Uuid.parse(id)])
  return one
}

/** Returns the access of those of the ids that exist. */
export const accessesTo = (pool: pg.Pool, ids: readonly string[]): Promise<Found[]> =>
  readWith(pool)<Found>(`${found} a.id = any($1::uuid[])`, [ids])

/** True if a user may edit a picture now; also checked without a request, for work that is still in progress. */
export const mayEditBy =
  (pool: pg.Pool) =>
  async (userId: string, imageId: string): Promise<boolean> =>
    uneditableImage(await viewerOf(pool, userId), await accessTo(pool, imageId)) === undefined

/** Throws the refusal of `may`, but only after the views have caught up: they may lag behind the requester's own last command. */
export async function refuseUnless(ask: Ask, { may }: Policy, catchUp: () => Promise<void>): Promise<void> {
  if (!may || !(await may(ask))) return
  await catchUp()
  const { pool, request, userId } = ask
  const refusal = await may({ ...ask, viewer: () => viewerNow(pool, request.session ?? workFor(userId)) })
  if (refusal) throw new Rejection(refusal)
}

/** Checks a route's policy again after a long body was read, since rights may have changed by then. Throws `Rejection`. */
export async function stillMay(request: FastifyRequest, userId: string, pool: pg.Pool): Promise<void> {
  const { policy } = request.routeOptions.config
  const refusal = await policy?.may?.({
    request,
    userId,
    viewer: () => viewerNow(pool, request.session ?? workFor(userId)),
    pool,
  })
  if (refusal) throw new Rejection(refusal)
}
