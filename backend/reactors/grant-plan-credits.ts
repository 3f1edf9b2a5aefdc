import { credits } from '#domain/credits.ts'
import { type LoreloomTier, type MinisTier, tierCredits } from '#domain/entitlements.ts'
import type { GivenPlan } from '#domain/plan-credits.ts'
import { userEvents } from '#domain/users.ts'
import { derivedId } from '../commands/ids.ts'
import { type Reaction, reactor } from './reactor.ts'

type Given = Omit<GivenPlan, 'from'> & { userId: string; source: 'admin' | 'plan'; comment: string }

/** Grants the credits of a given plan for its period. The ledger knows the time that earlier grants cover, so none is covered twice. */
const grantForPlan = (given: Given, { event, dispatch }: Reaction) =>
  dispatch(credits, given.userId, { type: 'GrantPlanCredits', data: { ...given, grantId: event.id, from: event.at } })

const names = { FREE: 'Free', BASIC: 'Basic', PRO: 'Pro' } as const

export const grantPlanCredits = reactor(userEvents, {
  name: 'grant-plan-credits',
  attempts: 25,
  when: { PlanChanged: ({ plan }) => plan !== 'FREE' },
  on: {
    PlanChanged: ({ userId, plan, paidThrough: through }, reaction) =>
      grantForPlan({ userId, plan, through, source: 'admin', comment: `${names[plan]} plan` }, reaction),
    PreorderRedeemed: ({ userId, plan, through }, reaction) =>
      grantForPlan({ userId, plan, through, source: 'plan', comment: `${names[plan]} plan, pre-ordered` }, reaction),
  },
})

/** Grants the credits of a tier, once per user and tier. */
const grantForTier = async (userId: string, tier: LoreloomTier | MinisTier | null, { dispatch }: Reaction) => {
  const amount = tier === null ? 0 : (tierCredits[tier] ?? 0)
  if (amount === 0) return
  const grantId = derivedId('tier', userId, String(tier))
  const data = { userId, grantId, amount, source: 'backer', comment: 'Thank you for backing us' } as const
  await dispatch(credits, userId, { type: 'GrantCredits', data })
}

export const grantTierCredits = reactor(userEvents, {
  name: 'grant-tier-credits',
  attempts: 25,
  on: {
    LoreloomTierChanged: ({ userId, tier }, reaction) => grantForTier(userId, tier, reaction),
    MinisTierChanged: ({ userId, tier }, reaction) => grantForTier(userId, tier, reaction),
  },
})
