import { credits } from '#domain/credits.ts'
import type { GivenPlan } from '#domain/plan-credits.ts'
import { userEvents } from '#domain/users.ts'
import { type Reaction, reactor } from './reactor.ts'

type Given = Omit<GivenPlan, 'from'> & { userId: string; source: 'admin' | 'plan'; comment: string }

/** Grants the credits of a given plan for its time, once: the ledger knows the time that earlier grants cover. */
const grant = (given: Given, { event, dispatch }: Reaction) =>
  dispatch(credits, given.userId, { type: 'GrantPlanCredits', data: { ...given, grantId: event.id, from: event.at } })

const names = { FREE: 'Free', BASIC: 'Basic', PRO: 'Pro' } as const

export const grantPlanCredits = reactor(userEvents, {
  name: 'grant-plan-credits',
  attempts: 25,
  when: { PlanChanged: ({ plan }) => plan !== 'FREE' },
  on: {
    PlanChanged: ({ userId, plan, paidThrough: through }, reaction) =>
      grant({ userId, plan, through, source: 'admin', comment: `${names[plan]} plan` }, reaction),
    PreorderRedeemed: ({ userId, plan, through }, reaction) =>
      grant({ userId, plan, through, source: 'plan', comment: `${names[plan]} plan, pre-ordered` }, reaction),
  },
})
