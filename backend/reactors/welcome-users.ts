import { credits } from '#domain/credits.ts'
import { userEvents } from '#domain/users.ts'
import { type Reaction, reactor } from './reactor.ts'

interface Options {
  amount: number
  /**
   * True if users can verify addresses by mail. Accounts then get nothing before that, since one person can register
   * many.
   */
  sendsMail: boolean
}

/**
 * Grants a new account its first credits, so that it can try each feature: on registration if no mail is sent,
 * otherwise once its address is verified. `grantId` is the user's id, so that there is one welcome grant.
 */
export const welcomeUsers = ({ amount, sendsMail }: Options) => {
  const welcome = async (userId: string, { dispatch }: Pick<Reaction, 'dispatch'>) => {
    if (amount === 0) return
    const data = { userId, grantId: userId, amount, source: 'welcome', comment: 'Welcome to Loreloom' } as const
    await dispatch(credits, userId, { type: 'GrantCredits', data })
  }
  return reactor(userEvents, {
    name: 'welcome-users',
    attempts: 25,
    on: {
      UserRegistered: async ({ userId }, reaction) => (sendsMail ? undefined : welcome(userId, reaction)),
      EmailVerified: ({ userId }, reaction) => welcome(userId, reaction),
    },
  })
}
