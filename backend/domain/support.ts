import { z } from 'zod'
import { type Decider, type Refusals, Rejection } from './decider.ts'
import { erasable } from './erasable.ts'

const requestId = z.uuid()
const userId = z.uuid()

/** Kinds of requests, as the form lists them. */
export const SupportType = z.enum(['Image Generation', 'Sessions', 'Billing', 'Other'])
export type SupportType = z.infer<typeof SupportType>

const mostCharacters = 5000
const noDescription = 'Please describe what happened'
export const SupportText = z
  .string(noDescription)
  .trim()
  .min(1, noDescription)
  .max(mostCharacters, `At most ${mostCharacters.toLocaleString('en')} characters`)

const short = (schema = z.string().max(300)) => erasable(schema).optional()
/** Facts that help to find a fault. The form shows each before sending, and sends none that its user removed. */
export const Diagnostics = z.strictObject({
  browser: short(),
  version: short(),
  page: short(),
  /** The id of the last request that failed in this tab. */
  failedRequest: short(),
})
export type Diagnostics = z.infer<typeof Diagnostics>

const asked = {
  requestId,
  userId,
  type: SupportType,
  diagnostics: Diagnostics,
  /** The user's plan includes priority support. */
  isPriority: z.boolean(),
}
const written = erasable(z.string())
const id = { requestId, userId }

const commands = {
  RequestSupport: z.object({ ...asked, description: SupportText }),
  AnswerSupportRequest: z.object({ ...id, answerId: z.uuid(), answeredBy: userId, text: SupportText }),
  AssignSupportRequest: z.object({ ...id, assigneeId: userId.nullable() }),
  CloseSupportRequest: z.object(id),
  ReopenSupportRequest: z.object(id),
}

/** `userId` is the user who needs support, in each event: their tabs receive it, and their key seals it. */
export const supportEvents = {
  SupportRequested: z.object({ ...asked, description: written }),
  SupportRequestAnswered: z.object({ ...id, answerId: z.uuid(), answeredBy: userId, text: written }),
  SupportRequestAssigned: z.object({ ...id, assigneeId: userId.nullable() }),
  SupportRequestClosed: z.object(id),
  SupportRequestReopened: z.object(id),
}

/** Open requests that one user may have, and requests in a day. */
export const supportLimits = { open: 20, perDay: 10 }

export const SupportStatus = z.enum(['open', 'answered', 'closed'])
export type SupportStatus = z.infer<typeof SupportStatus>

interface SupportRequest {
  userId: string | null
  status: SupportStatus
  assigneeId: string | null
}

const existing = ({ userId }: SupportRequest) => {
  if (userId === null) throw new Rejection('support_request_not_found')
}

/** One request of one user to the people who run the installation, with their answers. */
export const support: Decider<typeof commands, typeof supportEvents, SupportRequest> = {
  category: 'support',
  keyOwner: ({ userId }) => `user:${userId}`,
  commands,
  events: supportEvents,
  initial: { userId: null, status: 'open', assigneeId: null },

  decide: {
    RequestSupport: ({ userId }, data) => (userId === null ? [{ type: 'SupportRequested', data }] : []),

    AnswerSupportRequest(request, data) {
      existing(request)
      return [{ type: 'SupportRequestAnswered', data }]
    },

    AssignSupportRequest(request, data) {
      existing(request)
      return request.assigneeId === data.assigneeId ? [] : [{ type: 'SupportRequestAssigned', data }]
    },

    CloseSupportRequest(request, data) {
      existing(request)
      return request.status === 'closed' ? [] : [{ type: 'SupportRequestClosed', data }]
    },

    ReopenSupportRequest(request, data) {
      existing(request)
      return request.status === 'closed' ? [{ type: 'SupportRequestReopened', data }] : []
    },
  },

  evolve: {
    SupportRequested: (request, { userId }) => ({ ...request, userId }),
    SupportRequestAnswered: (request) => ({ ...request, status: 'answered' }),
    SupportRequestAssigned: (request, { assigneeId }) => ({ ...request, assigneeId }),
    SupportRequestClosed: (request) => ({ ...request, status: 'closed' }),
    SupportRequestReopened: (request) => ({ ...request, status: 'open' }),
  },
}

export const supportRefusals = {
  support_request_not_found: [404, 'There is no such request.'],
  too_many_support_requests: [
    429,
    `You have sent ${supportLimits.perDay} requests in a day, or ${supportLimits.open} are open. Please wait for an answer.`,
  ],
} as const satisfies Refusals

const answer = z.object({ id: z.uuid(), text: z.string(), createdAt: z.string() })
const request = {
  id: requestId,
  type: SupportType,
  description: z.string(),
  diagnostics: Diagnostics,
  status: SupportStatus,
  createdAt: z.string(),
  updatedAt: z.string(),
}

/** `GET /support`: the user's own requests, the newest first. */
export const OwnSupportRequests = z.object({
  data: z.array(z.object({ ...request, answers: z.array(answer) })),
  total: z.int(),
})
export type OwnSupportRequests = z.infer<typeof OwnSupportRequests>

/** `GET /admin/support`: priority first, then those that have waited longest. Names are null where no user is known by the id. */
export const AdminSupportRequests = z.object({
  data: z.array(
    z.object({
      ...request,
      isPriority: z.boolean(),
      userId,
      username: z.string().nullable(),
      email: z.string().nullable(),
      assigneeId: userId.nullable(),
      assigneeName: z.string().nullable(),
      answers: z.array(answer.extend({ by: z.string().nullable() })),
    }),
  ),
  total: z.int(),
  /** Requests by status. */
  counts: z.record(SupportStatus, z.int()),
})
export type AdminSupportRequests = z.infer<typeof AdminSupportRequests>
