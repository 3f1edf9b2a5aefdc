import { describe, it } from 'vitest'
import { support } from '#domain/support.ts'
import { given } from '../given.ts'

const requestId = '0197a0a0-0000-7000-8000-000000000001'
const userId = '0197a0a0-0000-7000-8000-000000000002'
const adminId = '0197a0a0-0000-7000-8000-000000000003'
const id = { requestId, userId }
const asked = {
  ...id,
  email: null,
  type: 'Billing',
  description: 'Charged twice',
  diagnostics: {},
  isPriority: false,
} as const
const requested = { type: 'SupportRequested', data: asked } as const
const visited = { type: 'SupportRequested', data: { ...asked, userId: null, email: 'a@example.org' } } as const
const picture = (key: string) => ({ key, mime: 'image/png', size: 1 }) as const
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
  it('has one screenshot of its user, and none of a visitor', () => {
    const add = { type: 'AddSupportScreenshot', data: { ...id, file: picture('a') } } as const
    const added = { type: 'SupportScreenshotAdded', data: add.data } as const
    const removed = { type: 'SupportScreenshotRemoved', data: { ...id, key: 'a' } } as const
    givenRequest(requested).when(add).emits(added)
    givenRequest(requested, added).when(add).emitsNothing()
    givenRequest(requested, added)
      .when({ ...add, data: { ...id, file: picture('b') } })
      .rejects('support_screenshot_exists')
    givenRequest(requested, added).when({ type: 'RemoveSupportScreenshot', data: id }).emits(removed)
    givenRequest(requested).when({ type: 'RemoveSupportScreenshot', data: id }).emitsNothing()
    givenRequest(visited)
      .when({ ...add, data: { ...add.data, userId: null } })
      .rejects('no_screenshot_of_visitors')
  })
  it('is erased where a visitor sent it and it is closed', () => {
    const erase = { type: 'EraseSupportRequest', data: { requestId } } as const
    const closedVisit = { type: 'SupportRequestClosed', data: { requestId, userId: null } } as const
    givenRequest(visited, closedVisit).when(erase).emits({ type: 'SupportRequestErased', data: { requestId } })
    givenRequest(visited).when(erase).emitsNothing()
    givenRequest(requested, closed).when(erase).emitsNothing()
    givenRequest(visited, closedVisit, { type: 'SupportRequestErased', data: { requestId } })
      .when({ type: 'AnswerSupportRequest', data: { ...answer, userId: null } })
      .rejects('support_request_not_found')
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
