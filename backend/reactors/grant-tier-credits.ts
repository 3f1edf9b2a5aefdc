import { credits } from '#domain/credits.ts'
import { type LoreloomTier, type MinisTier, tierCredits } from '#domain/entitlements.ts'
import { userEvents } from '#domain/users.ts'
import { derivedId } from '../commands/ids.ts'
import { type Reaction, reactor } from './reactor.ts'

/** Grants the credits of a tier, once per user and tier. */
const grant = async (userId: string, tier: LoreloomTier | MinisTier | null, { dispatch }: Reaction) => {
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
    LoreloomTierChanged: ({ userId, tier }, reaction) => grant(userId, tier, reaction),
    MinisTierChanged: ({ userId, tier }, reaction) => grant(userId, tier, reaction),
  },
})
