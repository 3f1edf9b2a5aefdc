import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Subscription } from '#domain/billing-answers.ts'
import { Rejection } from '#domain/decider.ts'
import { effectivePlan, isBacker } from '#domain/entitlements.ts'
import { AuthOptions, Me, SignupSources } from '#domain/me.ts'
import { SignupSource } from '#domain/users.ts'
import { CreditHistory, type CreditLine } from '#projections/credit-answers.ts'
import type { CreditTransactionRow } from '#projections/credit-transactions.ts'
import type { PaymentRow } from '#projections/payments.ts'
import type { Session } from '../../auth/session.ts'
import { verifiedEmail } from '../../auth/verified-email.ts'
import { paidIds } from '../../commands/paid-ids.ts'
import { sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { anyone, signedIn, withAuditors } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { Page } from '../page.ts'
import { accountOf, entitlementsFromRow, loadEntitlements, paidNow } from './standing.ts'
import { billedTo, pendingOf, subscriptionOf } from './subscription.ts'

export const userQueries =
  ({
    pool,
    auth,
    discord,
    userTokens,
    experiments,
    influencers,
    supportContact,
    links,
    outbox,
    version,
  }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/users/me',
      { config: { policy: withAuditors(signedIn) }, schema: { response: { 200: Me } } },
      (request, reply) =>
        snapshot(pool, reply, async (read) => readMe(read, { userTokens, experiments }, sessionOf(request))),
    )

    const subscription = { response: { 200: Subscription } }
    app.get('/users/me/subscription', { config: { policy: signedIn }, schema: subscription }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { userId } = sessionOf(request)
        const entitlements = await loadEntitlements(read, userId)
        return subscriptionOf(entitlements, await billedTo(read, userId), entitlements.now)
      }),
    )

    const credits = { querystring: Page(10), response: { 200: CreditHistory } }
    app.get('/users/credits', { config: { policy: signedIn }, schema: credits }, (request, reply) =>
      snapshot(pool, reply, async (read) => readCreditHistory(read, sessionOf(request).userId, request.query)),
    )

    const sources = { response: { 200: SignupSources } }
    app.get('/users/me/signup-sources', { config: { policy: signedIn }, schema: sources }, async () => ({
      sources: SignupSource.options,
      influencers: [...influencers, 'other'],
    }))

    const options = { response: { 200: AuthOptions } }
    app.get('/auth-options', { config: { policy: anyone }, schema: options }, async () => ({
      ...auth.offers,
      discord: discord !== undefined,
      sendsMail: outbox === undefined,
      supportContact: supportContact ?? null,
      links,
    }))

    const Version = z.object({ version: z.string() })
    app.get('/version', { config: { policy: anyone }, schema: { response: { 200: Version } } }, async () => ({
      version,
    }))
  }

/** The account of a session, as its user sees it. */
async function readMe(
  read: Read,
  { userTokens, experiments }: Pick<Deps, 'userTokens' | 'experiments'>,
  { userId, role, impersonatorId }: Session,
) {
  const [user] = await read<Pick<Me, 'email' | 'emailVerified' | 'username' | 'createdAt'>>(
    'select email, "emailVerified", name as username, "createdAt" from auth."user" where id = $1',
    [userId],
  )
  if (!user) throw new Rejection('unauthenticated')
  const account = await accountOf(read, userId)
  const { onboarded, marketingOptIn, allowNSFW, initialTrackingData, discordHandle } = account
  const entitlements = entitlementsFromRow(account)
  const billed = await billedTo(read, userId)
  const pending = billed ? pendingOf(billed) : null
  return {
    id: userId,
    role,
    ...user,
    ...entitlements,
    ...paidNow(entitlements, account.now),
    plan: effectivePlan(entitlements, account.now),
    kickstarterBacker: isBacker(entitlements),
    onboarded,
    marketingOptIn,
    allowNSFW,
    initialTrackingData,
    discordHandle,
    userTokens: (await userTokens.typesOf(read, userId)).map((type) => ({ type })),
    preorderRedemptionCoupon: await couponOf(read, userId),
    pendingPlanChange: pending?.plan ?? null,
    pendingPlanChangeEffectiveDate: pending?.at ?? null,
    imageCredits: await availableOf(read, userId),
    conjurationCount: await conjurationsOf(read, userId),
    impersonatedBy: impersonatorId === null ? null : await personOf(read, impersonatorId),
    experiments: [...experiments],
    // Visible to the user, but not to an impersonator.
    revealedLink: impersonatorId === null ? account.revealedLink : null,
  }
}

async function readCreditHistory(read: Read, userId: string, { limit, offset }: { limit: number; offset: number }) {
  const data = await read<CreditTransactionRow>(
    'select * from credit_transactions where "userId" = $1 order by "createdAt" desc, id limit $2 offset $3',
    [userId, limit, offset],
  )
  const [count] = await read<{ total: number }>(
    'select count(*) as total from credit_transactions where "userId" = $1',
    [userId],
  )
  const available = await availableOf(read, userId)
  const payments = await paymentsByGrant(read, userId, data)
  const { held, owed } = await heldAndOwedOf(read, userId)
  const newer = await countedOf(read, userId, offset)
  const balance = available + held
  const lines = data.map((line) => ({ ...line, payment: payments.get(line.id) ?? null }))
  return { data: lines, total: count?.total ?? 0, available, held, owed, balance, balanceThen: balance - newer }
}

/** Returns a user's payments by the grants that they bought; none if no line shows a grant. */
async function paymentsByGrant(read: Read, userId: string, lines: readonly CreditTransactionRow[]) {
  if (!lines.some(({ status }) => status === 'granted')) return new Map<string, CreditLine['payment']>()
  const payments = await read<Pick<PaymentRow, 'id' | 'invoiceId' | 'amount' | 'brand' | 'last4'>>(
    'select id, "invoiceId", amount, brand, last4 from payments where "userId" = $1',
    [userId],
  )
  return new Map(
    payments.map(({ id, invoiceId, amount, brand, last4 }) => [
      paidIds.grant(invoiceId ?? id),
      { amount, card: brand === null || !last4 ? null : { brand, last4 } },
    ]),
  )
}

/** Returns the number of credits that may be spent. */
export async function availableOf(read: Read, userId: string): Promise<number> {
  const [wallet] = await read<{ available: number }>('select available from wallets where id = $1', [userId])
  return wallet?.available ?? 0
}

/** Returns the held credits, and the debt from refunded credits that had been spent. */
async function heldAndOwedOf(read: Read, userId: string): Promise<{ held: number; owed: number }> {
  const [sums] = await read<{ held: number; owed: number }>(
    `select coalesce(sum(-quantity) filter (where status = 'held'), 0) as held, coalesce(sum(owed), 0) as owed
       from credit_transactions where "userId" = $1`,
    [userId],
  )
  return sums ?? { held: 0, owed: 0 }
}

/** Returns the sum of the latest lines, without those of held or released credits. */
async function countedOf(read: Read, userId: string, lines: number): Promise<number> {
  const [line] = await read<{ sum: number }>(
    `select coalesce(sum(quantity) filter (where status not in ('held', 'released')), 0) as sum from (
       select quantity, status from credit_transactions where "userId" = $1 order by "createdAt" desc, id limit $2) newer`,
    [userId, lines],
  )
  return line?.sum ?? 0
}

async function couponOf(read: Read, userId: string): Promise<string | null> {
  const [coupon] = await read<{ id: string }>(
    `select id from coupons where email = ${verifiedEmail('$1')} and "redeemedBy" is null order by "issuedAt", id limit 1`,
    [userId],
  )
  return coupon?.id ?? null
}

async function conjurationsOf(read: Read, userId: string): Promise<number> {
  const [lore] = await read<{ count: number }>(
    'select count(*) as count from conjurations where "userId" = $1 and "deletedAt" is null',
    [userId],
  )
  return lore?.count ?? 0
}

async function personOf(read: Read, userId: string) {
  const [person] = await read<{ username: string }>('select name as username from auth."user" where id = $1', [userId])
  return { id: userId, username: person?.username ?? '' }
}
