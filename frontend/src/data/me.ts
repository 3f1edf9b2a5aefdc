import type { z } from 'zod'
import type { billingEvents } from '#domain/billing-events.ts'
import type { creditEvents } from '#domain/credit-events.ts'
import type { Entitlements } from '#domain/entitlements.ts'
import { Me as Answered } from '#domain/me.ts'
import type { userEvents } from '#domain/users.ts'
import { view } from '#projections/view.ts'
import { api, positionOf } from '../base/api.ts'
import { requestError } from '../base/problem.ts'
import { refreshSession, rememberSignedIn, wasSignedIn } from '../base/session.ts'
import { follow, type Snapshot } from '../realtime/follow.ts'

/**
 * Fields of the signed-in user that screens show. `conjurationCount` is omitted because following it would require all
 * lore.
 */
const Me = Answered.omit({ conjurationCount: true, initialTrackingData: true, discordHandle: true, userTokens: true })
export type Me = z.infer<typeof Me>

const spendable = ({ userId: id, balance: imageCredits }: { userId: string; balance: number }) => ({
  update: { imageCredits },
  where: { id },
})

/** Folds events into the signed-in user's row, which the server's response creates. */
const meView = view(Me)<typeof userEvents & typeof creditEvents>({
  table: 'me',
  on: {
    UserRoleChanged: ({ userId: id, role }) => ({ update: { role }, where: { id } }),
    OnboardingFinished: ({ userId: id }) => ({ update: { onboarded: true }, where: { id } }),
    MarketingOptInChanged: ({ userId: id, optIn }) => ({ update: { marketingOptIn: optIn }, where: { id } }),
    EmailVerified: ({ userId: id }) => ({ update: { emailVerified: true }, where: { id } }),
    NSFWAllowed: ({ userId: id, allowed: allowNSFW }) => ({ update: { allowNSFW }, where: { id } }),
    CreditsGranted: spendable,
    CreditsHeld: spendable,
    CreditsCaptured: spendable,
    CreditsReleased: spendable,
    CreditsTakenBack: spendable,
    OwedCreditsSettled: spendable,
    CreditsGivenBack: spendable,
    CreditsRemoved: spendable,
  },
})

const changesStanding: ReadonlySet<string> = new Set<keyof typeof userEvents | keyof typeof billingEvents>([
  ...(['PlanChanged', 'PlanEnded', 'PreorderRedeemed', 'ComplimentaryAccessGiven'] as const),
  ...(['PlanCovered', 'PlanLapsed', 'SubscriptionChanged'] as const),
  ...(['LoreloomTierChanged', 'MinisTierChanged'] as const),
  // No event contains the address; a changed one is stored once it is verified.
  ...(['EmailChanged', 'EmailVerified'] as const),
])

export const meApi = api.injectEndpoints({
  endpoints: (build) => ({
    me: build.query<Snapshot<Me>, void>({
      async queryFn(_nothing, _api, _extra, request) {
        if (!wasSignedIn() && !(await refreshSession())) return { error: requestError(401, null) }
        const { data, error, meta } = await request('users/me')
        if (!error) rememberSignedIn(true)
        else if (error.status === 401) rememberSignedIn(false)
        return error ? { error } : { data: { position: positionOf(meta), rows: [Me.parse(data)] } }
      },
      extraOptions: { probe: true },
      providesTags: ['me'],
      // Entitlements are derived from the plan and are refetched.
      ...follow<Me, Me, void>(meView, { refetchOn: ({ type }) => changesStanding.has(type) }),
    }),
  }),
})

/** The session is refetched when it is older than this, in seconds. */
const sessionSeconds = 240

export const useMeQuery = () => meApi.useMeQuery(undefined, { refetchOnMountOrArgChange: sessionSeconds })

/** Returns the signed-in user. Use it only below the guard, which waits for the user to be loaded. */
export const useMe = (): Me => {
  const { data } = meApi.useMeQuery(undefined, { refetchOnMountOrArgChange: sessionSeconds })
  const me = data?.rows[0]
  if (!me) throw new Error('useMe is for screens behind the guard')
  return me
}

/** The input of entitlement checks. */
export const selectEntitlements = (me: Me): Entitlements => me

/** The date at which plans are evaluated. */
export const today = (): Date => new Date()
