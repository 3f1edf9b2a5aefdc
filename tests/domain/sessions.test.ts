import { describe, it } from 'vitest'
import { sessions } from '#domain/sessions.ts'
import { given } from '../given.ts'

const session = { userId: '0198c0de-0000-7000-8000-000000000001', sessionId: 's1' }
const signedIn = { type: 'SignedIn', data: { ...session, method: 'email' } } as const
const signedOut = { type: 'SignedOut', data: { ...session, how: 'revoked' } } as const
const begin = { type: 'BeginSession', data: signedIn.data } as const
const end = { type: 'EndSession', data: signedOut.data } as const
const givenSession = given(sessions)

describe('a session', () => {
  it('begins once', () => {
    givenSession().when(begin).emits(signedIn)
    givenSession(signedIn).when(begin).emitsNothing()
    givenSession(signedIn, signedOut).when(begin).emitsNothing()
  })
  it('ends once, with the first reason that is told', () => {
    givenSession(signedIn).when(end).emits(signedOut)
    givenSession(signedIn, signedOut)
      .when({ ...end, data: { ...end.data, how: 'expired' } })
      .emitsNothing()
  })
  it('that never began does not end', () => givenSession().when(end).emitsNothing())
})
