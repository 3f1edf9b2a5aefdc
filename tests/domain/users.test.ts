import { describe, expect, it } from 'vitest'
import { nearestName, PersonName, users } from '#domain/users.ts'
import { given } from '../given.ts'

const [userId, adminId] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002']
const registered = { type: 'UserRegistered', data: { userId, method: 'email', role: 'user' } } as const
const banned = { type: 'UserBanned', data: { userId, reason: 'Spam' } } as const
const begun = { userId, impersonatorId: adminId, sessionId: 's1' }
const givenUser = given(users)

describe("a person's name", () => {
  const said = (name: string) => PersonName.safeParse(name).error?.issues.map(({ message }) => message)
  it('has a letter that is seen', () => {
    for (const name of ['Ines', '👩‍🚀', 'שלום', ' x ']) expect(said(name)).toBeUndefined()
    for (const name of ['', ' ', '\u200b', '\u3164\u2060', '\ufeff\u00ad']) {
      expect(said(name)).toEqual(['Name is required'])
      expect(nearestName(name)).toBe('Somebody')
    }
  })
})

describe('an account', () => {
  it('registers once', () => {
    const register = { type: 'RegisterUser', data: registered.data } as const
    givenUser().when(register).emits(registered)
    givenUser(registered).when(register).emitsNothing()
  })
  it('is not known before it registers', () =>
    givenUser().when({ type: 'BanUser', data: banned.data }).rejects('user_not_found'))
  it('is banned once and unbanned once', () => {
    givenUser(registered).when({ type: 'BanUser', data: banned.data }).emits(banned)
    givenUser(registered, banned).when({ type: 'BanUser', data: banned.data }).emitsNothing()
    givenUser(registered, banned)
      .when({ type: 'UnbanUser', data: { userId } })
      .emits({ type: 'UserUnbanned', data: { userId } })
    givenUser(registered).when({ type: 'UnbanUser', data: { userId } }).emitsNothing()
  })
  it('records each sign-in link that an admin reveals, but none of an admin or auditor, and that its user read so once', () => {
    const data = {
      userId,
      mailId: '0198c0de-0000-7000-8000-000000000009',
      kind: 'password-reset',
      reason: 'Asked',
    } as const
    const revealed = { type: 'SignInLinkRevealed', data } as const
    givenUser(registered).when({ type: 'RevealSignInLink', data }).emits(revealed)
    givenUser(registered, revealed).when({ type: 'RevealSignInLink', data }).emits(revealed)
    for (const role of ['admin', 'auditor'] as const)
      givenUser(registered, { type: 'UserRoleChanged', data: { userId, role } })
        .when({ type: 'RevealSignInLink', data })
        .rejects('link_of_staff')
    // An admin could take the role away, use the link, and give the role back.
    givenUser(
      registered,
      { type: 'UserRoleChanged', data: { userId, role: 'auditor' } },
      { type: 'UserRoleChanged', data: { userId, role: 'user' } },
    )
      .when({ type: 'RevealSignInLink', data })
      .rejects('link_of_staff')
    const noted = { type: 'RevealedLinkNoted', data: { userId } } as const
    givenUser(registered).when({ type: 'NoteRevealedLink', data: { userId } }).emitsNothing()
    givenUser(registered, revealed).when({ type: 'NoteRevealedLink', data: { userId } }).emits(noted)
    givenUser(registered, revealed, noted).when({ type: 'NoteRevealedLink', data: { userId } }).emitsNothing()
  })
  it('changes its role only to another', () => {
    givenUser(registered)
      .when({ type: 'ChangeUserRole', data: { userId, role: 'user' } })
      .emitsNothing()
    givenUser(registered)
      .when({ type: 'ChangeUserRole', data: { userId, role: 'admin' } })
      .emits({ type: 'UserRoleChanged', data: { userId, role: 'admin' } })
  })
  it('tells when an impersonation began and ended, once each', () => {
    const began = { type: 'ImpersonationBegan', data: { ...begun, reason: 'They asked for help' } } as const
    givenUser(registered).when({ type: 'BeginImpersonation', data: began.data }).emits(began)
    givenUser(registered, began).when({ type: 'BeginImpersonation', data: begun }).emitsNothing()
    givenUser(registered, began)
      .when({ type: 'EndImpersonation', data: begun })
      .emits({ type: 'ImpersonationEnded', data: begun })
    givenUser(registered).when({ type: 'EndImpersonation', data: begun }).emitsNothing()
  })
})

describe('the address of an account', () => {
  const verified = { type: 'EmailVerified', data: { userId, how: 'link' } } as const
  const changed = { type: 'EmailChanged', data: { userId } } as const
  const requested = { type: 'EmailChangeRequested', data: { userId } } as const
  const verify = { type: 'VerifyEmail', data: verified.data } as const
  const withdraw = { type: 'WithdrawEmailChange', data: { userId } } as const
  it('is verified once, and again when it is another', () => {
    givenUser().when(verify).rejects('user_not_found')
    givenUser(registered).when(verify).emits(verified)
    givenUser(registered, verified).when(verify).emitsNothing()
    givenUser(registered, verified, changed).when(verify).emits(verified)
  })
  it('is given up waiting for only while it waits', () => {
    givenUser(registered).when(withdraw).emitsNothing()
    givenUser(registered, requested).when(withdraw).emits({ type: 'EmailChangeWithdrawn', data: { userId } })
    givenUser(registered, requested, changed).when(withdraw).emitsNothing()
  })
})

const reason = 'Asked for it'
const through = '2026-12-01T23:59:59.999Z'
const later = '2027-12-01T23:59:59.999Z'
const pro = (paidThrough: string | null) =>
  ({ type: 'PlanChanged', data: { userId, plan: 'PRO', paidThrough, reason } }) as const
const end = { type: 'EndPlan', data: { userId, source: 'admin', through } } as const
const ended = { type: 'PlanEnded', data: { userId, source: 'admin', plan: 'PRO', through } } as const

describe('a plan that was given', () => {
  it('changes only to another, or to another end', () => {
    givenUser(registered)
      .when({ type: 'ChangePlan', data: pro(through).data })
      .emits(pro(through))
    givenUser(registered, pro(through))
      .when({ type: 'ChangePlan', data: pro(through).data })
      .emitsNothing()
    givenUser(registered, pro(through))
      .when({ type: 'ChangePlan', data: pro(later).data })
      .emits(pro(later))
  })
  it('ends once, at the end that it has', () => {
    givenUser(registered, pro(through)).when(end).emits(ended)
    givenUser(registered, pro(through), ended).when(end).emitsNothing()
  })
  it('does not end at an end that it had before, nor where it has none', () => {
    givenUser(registered, pro(through), pro(later)).when(end).emitsNothing()
    givenUser(registered, pro(null)).when(end).emitsNothing()
  })
  it('can be given anew after its end', () =>
    givenUser(registered, pro(through), ended)
      .when({ type: 'ChangePlan', data: pro(through).data })
      .emits(pro(through)))
})

describe('a pre-order', () => {
  const [couponId, other] = ['0198c0de-0000-7000-8000-000000000003', '0198c0de-0000-7000-8000-000000000004']
  const redeemed = { type: 'PreorderRedeemed', data: { userId, couponId, plan: 'BASIC', through: null } } as const

  it('is redeemed once, and there is one for each', () => {
    givenUser(registered).when({ type: 'RedeemPreorder', data: redeemed.data }).emits(redeemed)
    givenUser(registered, redeemed).when({ type: 'RedeemPreorder', data: redeemed.data }).emitsNothing()
    givenUser(registered, redeemed)
      .when({ type: 'RedeemPreorder', data: { ...redeemed.data, couponId: other } })
      .rejects('preorder_redeemed')
  })
  it('stands beside a plan that an admin gave, which ends alone', () =>
    givenUser(registered, redeemed, pro(through)).when(end).emits(ended))
})

describe('what an admin gives beside plans', () => {
  it('is told once', () => {
    const tier = { userId, tier: 'LEGEND', reason } as const
    givenUser(registered)
      .when({ type: 'ChangeLoreloomTier', data: tier })
      .emits({ type: 'LoreloomTierChanged', data: tier })
    givenUser(registered, { type: 'LoreloomTierChanged', data: tier })
      .when({ type: 'ChangeLoreloomTier', data: tier })
      .emitsNothing()
    const access = { userId, through: '2026-12-01', reason }
    givenUser(registered, { type: 'ComplimentaryAccessGiven', data: access })
      .when({ type: 'GiveComplimentaryAccess', data: access })
      .emitsNothing()
  })
  it('is for accounts that there are', () =>
    givenUser()
      .when({ type: 'ChangeMinisTier', data: { userId, tier: 'MINI', reason } })
      .rejects('user_not_found'))
})

describe('how somebody came', () => {
  const source = { userId, source: 'influencer', influencer: 'Dungeon Dudes' } as const

  it('is said once, and then they are not asked again', () => {
    const asked = { ...registered, data: { ...registered.data, onboarded: false } }
    const told = { type: 'SignupSourceTold', data: source } as const
    givenUser(asked).when({ type: 'TellSignupSource', data: source }).emits(told)
    givenUser(asked, told)
      .when({ type: 'TellSignupSource', data: { ...source, source: 'friend' } })
      .emitsNothing()
    givenUser(asked)
      .when({ type: 'FinishOnboarding', data: { userId } })
      .emits({ type: 'OnboardingFinished', data: { userId } })
  })
  it('is not asked of who was here before', () =>
    givenUser(registered).when({ type: 'FinishOnboarding', data: { userId } }).emitsNothing())
  it('counts as it was first seen', () =>
    givenUser(registered, { type: 'InitialTrackingRecorded', data: { userId, tracking: { utm_source: 'a' } } })
      .when({ type: 'RecordInitialTracking', data: { userId, tracking: { utm_source: 'b' } } })
      .emitsNothing())
})
