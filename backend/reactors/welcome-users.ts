import { credits } from '#domain/credits.ts'
import { userEvents } from '#domain/users.ts'
import { reactor } from './reactor.ts'

/** A new account's first credits, so that it can try everything once. `grantId` is the user's id: there is one welcome. */
export const welcomeUsers = ({ amount }: { amount: number }) =>
  reactor(userEvents, {
    name: 'welcome-users',
    attempts: 25,
    on: {
      async UserRegistered({ userId }, { dispatch }) {
        if (amount === 0) return
        const data = { userId, grantId: userId, amount, source: 'welcome', comment: 'Welcome to Loreloom' } as const
        await dispatch(credits, userId, { type: 'GrantCredits', data })
      },
    },
  })
