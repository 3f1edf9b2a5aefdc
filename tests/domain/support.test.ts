import { describe, it } from 'vitest'
import { support } from '#domain/support.ts'
import { given } from '../given.ts'

const requestId = '0197a0a0-0000-7000-8000-000000000001'
const userId = '0197a0a0-0000-7000-8000-000000000002'
const adminId = '0197a0a0-0000-7000-8000-000000000003'
const id = { requestId, userId }
const asked = { ...id, type: 'Billing', description: 'Charged twice', diagnostics: {}, isPriority: false } as const
const requested = { type: 'SupportRequested', data: asked } as const
const closed = { type: 'SupportRequestClosed', data: id } as const
const assigned = { type: 'SupportRequestAssigned', data: { ...id, assigneeId: adminId } } as const
const answer = { ...id, answerId: '0197a0a0-0000-7000-8000-000000000004', answeredBy: adminId, text: 'Returned' }

const givenRequest = given(support)

describe('A request for support', () => {
  it('is sent once', () => {
    givenRequest().when({ type: 'RequestSupport', data: asked }).emits(requested)
    givenRequest(requested).when({ type: 'RequestSupport', data: asked }).emitsNothing()
  })
  it('is answered, also after it was closed', () => {
    const answered = { type: 'SupportRequestAnswered', data: answer } as const
    givenRequest(requested).when({ type: 'AnswerSupportRequest', data: answer }).emits(answered)
    givenRequest(requested, closed).when({ type: 'AnswerSupportRequest', data: answer }).emits(answered)
    givenRequest().when({ type: 'AnswerSupportRequest', data: answer }).rejects('support_request_not_found')
  })
  it('is assigned to one admin, and released', () => {
    givenRequest(requested).when({ type: 'AssignSupportRequest', data: assigned.data }).emits(assigned)
    givenRequest(requested, assigned).when({ type: 'AssignSupportRequest', data: assigned.data }).emitsNothing()
    const released = { ...id, assigneeId: null }
    givenRequest(requested, assigned)
      .when({ type: 'AssignSupportRequest', data: released })
      .emits({ type: 'SupportRequestAssigned', data: released })
  })
  it('is closed and reopened, each once', () => {
    givenRequest(requested).when({ type: 'CloseSupportRequest', data: id }).emits(closed)
    givenRequest(requested, closed).when({ type: 'CloseSupportRequest', data: id }).emitsNothing()
    givenRequest(requested).when({ type: 'ReopenSupportRequest', data: id }).emitsNothing()
    givenRequest(requested, closed)
      .when({ type: 'ReopenSupportRequest', data: id })
      .emits({ type: 'SupportRequestReopened', data: id })
  })
})
