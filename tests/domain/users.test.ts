import { describe, it } from 'vitest'
import { users } from '#domain/users.ts'
import { given } from '../given.ts'

const [userId, adminId] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002']
const registered = { type: 'UserRegistered', data: { userId, method: 'email', role: 'user' } } as const
const banned = { type: 'UserBanned', data: { userId, reason: 'Spam' } } as const
const begun = { userId, impersonatorId: adminId, sessionId: 's1' }
const givenUser = given(users)

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
