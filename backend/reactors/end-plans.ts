import type { PlanSource } from '#domain/entitlements.ts'
import { userEvents, users } from '#domain/users.ts'
import { type Reaction, reactor } from './reactor.ts'

/** Records a plan's end when it is due. Entitlements do not depend on it: the event serves viewers and the history. */
const end = (userId: string, source: PlanSource, through: string | null, { dispatch }: Reaction) =>
  through === null ? Promise.resolve() : dispatch(users, userId, { type: 'EndPlan', data: { userId, source, through } })

export const endPlans = reactor(userEvents, {
  name: 'end-plans',
  attempts: 25,
  dueAt: {
    PlanChanged: ({ paidThrough }) => paidThrough,
    PreorderRedeemed: ({ through }) => through,
  },
  when: {
    PlanChanged: ({ plan, paidThrough }) => plan !== 'FREE' && paidThrough !== null,
    PreorderRedeemed: ({ through }) => through !== null,
  },
  on: {
    PlanChanged: ({ userId, paidThrough }, reaction) => end(userId, 'admin', paidThrough, reaction),
    PreorderRedeemed: ({ userId, through }, reaction) => end(userId, 'preorder', through, reaction),
  },
})
