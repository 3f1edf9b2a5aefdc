import { z } from 'zod'
import type { billingEvents } from '#domain/billing-events.ts'
import { LoreloomTier, MinisTier, PlanTerm, UserRole } from '#domain/entitlements.ts'
import { SignInLinkKind, TrackingData, type userEvents } from '#domain/users.ts'
import { view } from './view.ts'

/** A user's account, as far as events record it. Names and addresses are stored by the authentication library. */
export const AccountRow = z.object({
  id: z.uuid(),
  role: UserRole,
  banned: z.boolean(),
  banReason: z.string().nullable(),
  /** The plan from each source, until an event records its end. The rule decides whether it still counts. */
  adminPlan: PlanTerm.nullable(),
  preorderPlan: PlanTerm.nullable(),
  subscriptionPlan: PlanTerm.nullable(),
  /** ISO date. */
  complimentaryAccessThrough: z.string().nullable(),
  loreloomKickstarterTier: LoreloomTier.nullable(),
  minisKickstarterTier: MinisTier.nullable(),
  /** As recorded by events; decisions read the authentication library's own table. */
  emailVerified: z.boolean(),
  onboarded: z.boolean(),
  /** Null if the user has not answered. */
  marketingOptIn: z.boolean().nullable(),
  /** True if the user wants to see NSFW pictures; their plan decides whether they may. */
  allowNSFW: z.boolean(),
  initialTrackingData: TrackingData.nullable(),
  registeredAt: z.string(),
  /** The handle of the user's connected Discord account; null if none is connected. */
  discordHandle: z.string().nullable(),
  /** The user's sign-in link that an admin revealed last; null once the user has seen the notice about it. */
  revealedLink: z.object({ kind: SignInLinkKind, at: z.string(), reason: z.string().nullable() }).nullable(),
})
export type AccountRow = z.infer<typeof AccountRow>

export const accountsView = view(AccountRow)<typeof userEvents & typeof billingEvents>({
  table: 'accounts',
  on: {
    UserRegistered: ({ userId: id, role, onboarded = true }, { at }) => ({
      put: {
        id,
        role,
        banned: false,
        banReason: null,
        adminPlan: null,
        preorderPlan: null,
        subscriptionPlan: null,
        complimentaryAccessThrough: null,
        loreloomKickstarterTier: null,
        minisKickstarterTier: null,
        emailVerified: false,
        onboarded,
        marketingOptIn: null,
        allowNSFW: false,
        initialTrackingData: null,
        registeredAt: at,
        discordHandle: null,
        revealedLink: null,
      },
    }),
    SignInLinkRevealed: ({ userId: id, kind, reason = null }, { at }) => ({
      update: { revealedLink: { kind, at, reason } },
      where: { id },
    }),
    RevealedLinkNoted: ({ userId: id }) => ({ update: { revealedLink: null }, where: { id } }),
    UserRoleChanged: ({ userId: id, role }) => ({ update: { role }, where: { id } }),
    UserBanned: ({ userId: id, reason }) => ({ update: { banned: true, banReason: reason }, where: { id } }),
    UserUnbanned: ({ userId: id }) => ({ update: { banned: false, banReason: null }, where: { id } }),
    PlanChanged: ({ userId: id, plan, paidThrough: through }) => ({
      update: { adminPlan: { source: 'admin', plan, through } },
      where: { id },
    }),
    PreorderRedeemed: ({ userId: id, plan, through }) => ({
      update: { preorderPlan: { source: 'preorder', plan, through } },
      where: { id },
    }),
    PlanEnded: ({ userId: id, source }) => ({
      update: source === 'admin' ? { adminPlan: null } : { preorderPlan: null },
      where: { id },
    }),
    PlanCovered: ({ userId: id, plan, through, renews }) => ({
      update: { subscriptionPlan: { source: 'subscription', plan, through, renews } },
      where: { id },
    }),
    PlanLapsed: ({ userId: id }) => ({ update: { subscriptionPlan: null }, where: { id } }),
    ComplimentaryAccessGiven: ({ userId: id, through }) => ({
      update: { complimentaryAccessThrough: through },
      where: { id },
    }),
    LoreloomTierChanged: ({ userId: id, tier }) => ({ update: { loreloomKickstarterTier: tier }, where: { id } }),
    MinisTierChanged: ({ userId: id, tier }) => ({ update: { minisKickstarterTier: tier }, where: { id } }),
    EmailVerified: ({ userId: id }) => ({ update: { emailVerified: true }, where: { id } }),
    EmailChanged: ({ userId: id }) => ({ update: { emailVerified: false }, where: { id } }),
    OnboardingFinished: ({ userId: id }) => ({ update: { onboarded: true }, where: { id } }),
    MarketingOptInChanged: ({ userId: id, optIn }) => ({ update: { marketingOptIn: optIn }, where: { id } }),
    NSFWAllowed: ({ userId: id, allowed: allowNSFW }) => ({ update: { allowNSFW }, where: { id } }),
    DiscordConnected: ({ userId: id, handle }) => ({ update: { discordHandle: handle || null }, where: { id } }),
    DiscordDisconnected: ({ userId: id }) => ({ update: { discordHandle: null }, where: { id } }),
    InitialTrackingRecorded: ({ userId: id, tracking }) => ({
      update: { initialTrackingData: tracking },
      where: { id },
    }),
  },
})
