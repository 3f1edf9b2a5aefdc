import { z } from 'zod'
import { type Decider, type Refusals, Rejection } from './decider.ts'
import { erasable } from './erasable.ts'
import type { Kind } from './kind.ts'

const requestId = z.uuid()
/** Null for a visitor who is not signed in. */
const userId = z.uuid().nullable()
const adminId = z.uuid()

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

/** A picture of what its user saw. */
const Screenshot = z.object({
  key: z.string(),
  mime: z.enum(['image/png', 'image/jpeg']),
  size: z.int().nonnegative(),
})

const noEmail = 'Please enter a valid email address'
/** The address that a visitor gives for the answer. It is not verified. */
export const SupportEmail = z.email(noEmail).max(254, noEmail)

const requested = {
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
  RequestSupport: z.object({ ...requested, email: SupportEmail.nullable(), description: SupportText }),
  AnswerSupportRequest: z.object({ ...id, answerId: z.uuid(), answeredBy: adminId, text: SupportText }),
  AssignSupportRequest: z.object({ ...id, assigneeId: adminId.nullable() }),
  CloseSupportRequest: z.object(id),
  ReopenSupportRequest: z.object(id),
  AddSupportScreenshot: z.object({ ...id, file: Screenshot }),
  RemoveSupportScreenshot: z.object(id),
  EraseSupportRequest: z.object({ requestId }),
}

/** `userId` is the user who needs support: they receive each event, and their key encrypts it. A visitor's request has its own key. */
export const supportEvents = {
  SupportRequested: z.object({ ...requested, email: written.nullable(), description: written }),
  SupportRequestAnswered: z.object({ ...id, answerId: z.uuid(), answeredBy: adminId, text: written }),
  SupportRequestAssigned: z.object({ ...id, assigneeId: adminId.nullable() }),
  SupportRequestClosed: z.object(id),
  SupportRequestReopened: z.object(id),
  SupportScreenshotAdded: z.object({ ...id, file: Screenshot }),
  SupportScreenshotRemoved: z.object({ ...id, key: z.string() }),
  /** A visitor's request, a year after it was closed. */
  SupportRequestErased: z.object({ requestId }),
}

/** Limits of a user's open requests and requests per day; of visitors, those per day and address, and all open ones. */
export const supportLimits = { open: 20, perDay: 10, visitorPerDay: 5, visitorsOpen: 1000 }

/** The time after which a visitor's closed request is erased. */
export const visitorRequestDays = 365

export const screenshotMegabytes = 5

export const SupportStatus = z.enum(['open', 'answered', 'closed'])
export type SupportStatus = z.infer<typeof SupportStatus>

interface SupportRequest {
  status: 'none' | SupportStatus | 'erased'
  userId: string | null
  assigneeId: string | null
  /** The file's key. */
  screenshot: string | null
}

const refuseUnlessExisting = ({ status }: SupportRequest) => {
  if (status === 'none' || status === 'erased') throw new Rejection('support_request_not_found')
}

/** One request of one user to the people who run the installation, with their answers. */
export const support: Decider<typeof commands, typeof supportEvents, SupportRequest> = {
  category: 'support',
  keyOwner: ({ userId }, requestId) => (userId === null ? `support:${requestId}` : `user:${userId}`),
  commands,
  events: supportEvents,
  initial: { status: 'none', userId: null, assigneeId: null, screenshot: null },

  decide: {
    RequestSupport: ({ status }, data) => (status === 'none' ? [{ type: 'SupportRequested', data }] : []),

    AnswerSupportRequest(request, data) {
      refuseUnlessExisting(request)
      return [{ type: 'SupportRequestAnswered', data }]
    },

    AssignSupportRequest(request, data) {
      refuseUnlessExisting(request)
      return request.assigneeId === data.assigneeId ? [] : [{ type: 'SupportRequestAssigned', data }]
    },

    CloseSupportRequest(request, data) {
      refuseUnlessExisting(request)
      return request.status === 'closed' ? [] : [{ type: 'SupportRequestClosed', data }]
    },

    ReopenSupportRequest(request, data) {
      refuseUnlessExisting(request)
      return request.status === 'closed' ? [{ type: 'SupportRequestReopened', data }] : []
    },

    AddSupportScreenshot(request, data) {
      refuseUnlessExisting(request)
      if (request.userId === null) throw new Rejection('no_screenshot_of_visitors')
      if (request.screenshot === data.file.key) return []
      if (request.screenshot !== null) throw new Rejection('support_screenshot_exists')
      return [{ type: 'SupportScreenshotAdded', data }]
    },

    RemoveSupportScreenshot(request, data) {
      refuseUnlessExisting(request)
      const { screenshot: key } = request
      return key === null ? [] : [{ type: 'SupportScreenshotRemoved', data: { ...data, key } }]
    },

    EraseSupportRequest: ({ status, userId }, data) =>
      status === 'closed' && userId === null ? [{ type: 'SupportRequestErased', data }] : [],
  },

  evolve: {
    SupportRequested: (request, { userId }) => ({ ...request, userId, status: 'open' }),
    SupportRequestAnswered: (request) => ({ ...request, status: 'answered' }),
    SupportRequestAssigned: (request, { assigneeId }) => ({ ...request, assigneeId }),
    SupportRequestClosed: (request) => ({ ...request, status: 'closed' }),
    SupportRequestReopened: (request) => ({ ...request, status: 'open' }),
    SupportScreenshotAdded: (request, { file }) => ({ ...request, screenshot: file.key }),
    SupportScreenshotRemoved: (request) => ({ ...request, screenshot: null }),
    SupportRequestErased: (request) => ({ ...request, status: 'erased' }),
  },
}

export const supportRefusals = {
  support_request_not_found: [404, 'There is no such request.'],
  too_many_support_requests: [
    429,
    `You have sent ${supportLimits.perDay} requests in a day, or ${supportLimits.open} are open. Please wait for an answer.`,
  ],
  too_many_visitor_requests: [429, 'Too many requests wait for an answer already. Please try again another day.'],
  no_screenshot_of_visitors: [403, 'Sign in to send a screenshot.'],
  support_screenshot_exists: [409, 'This request has a screenshot already. Remove it first.'],
  support_screenshot_missing: [404, 'This request has no screenshot.'],
} as const satisfies Refusals

const answer = z.object({ id: z.uuid(), text: z.string(), createdAt: z.string() })
const request = {
  id: requestId,
  type: SupportType,
  description: z.string(),
  diagnostics: Diagnostics,
  status: SupportStatus,
  hasScreenshot: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
}

/** `GET /support`: the user's own requests, the newest first. */
export const OwnSupportRequests = z.object({
  data: z.array(z.object({ ...request, answers: z.array(answer) })),
  total: z.int(),
})
export type OwnSupportRequests = z.infer<typeof OwnSupportRequests>

/**
 * `GET /admin/support`: priority first, then those that have waited longest. Names are null for unknown
 * ids. For a visitor, `userId` is null and `email` is not verified.
 */
export const AdminSupportRequests = z.object({
  data: z.array(
    z.object({
      ...request,
      isPriority: z.boolean(),
      userId,
      username: z.string().nullable(),
      /** The log position of the request, to find the events around it. */
      position: z.string(),
      email: z.string().nullable(),
      assigneeId: adminId.nullable(),
      assigneeName: z.string().nullable(),
      answers: z.array(answer.extend({ by: z.string().nullable() })),
    }),
  ),
  total: z.int(),
  /** Requests by status. */
  counts: z.record(SupportStatus, z.int()),
})
export type AdminSupportRequests = z.infer<typeof AdminSupportRequests>

export const supportKind = {
  events: supportEvents,
  refusals: supportRefusals,
  item: {
    category: 'support',
    // Its user follows it; admins poll.
    of: ({ userId }) => userId,
  },
} as const satisfies Kind<typeof supportEvents>
