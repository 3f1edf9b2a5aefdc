import { z } from 'zod'
import { Diagnostics, SupportStatus, SupportType, type supportEvents } from '#domain/support.ts'
import { view } from './view.ts'

const Row = z.object({
  id: z.uuid(),
  userId: z.uuid().nullable(),
  email: z.string().nullable(),
  type: SupportType,
  description: z.string(),
  diagnostics: Diagnostics,
  isPriority: z.boolean(),
  status: SupportStatus,
  assigneeId: z.uuid().nullable(),
  screenshot: z.object({ key: z.string(), mime: z.string(), size: z.int() }).nullable(),
  /** Log position of the request, up to which administrators inspect the user's events. */
  position: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export const supportRequestsView = view(Row)<typeof supportEvents>({
  table: 'support_requests',
  on: {
    SupportRequested: ({ requestId: id, ...given }, { at, position }) => ({
      put: { id, ...given, status: 'open', assigneeId: null, screenshot: null, position, createdAt: at, updatedAt: at },
    }),
    SupportRequestAnswered: ({ requestId: id }, { at }) => ({
      update: { status: 'answered', updatedAt: at },
      where: { id },
    }),
    SupportRequestAssigned: ({ requestId: id, assigneeId }) => ({ update: { assigneeId }, where: { id } }),
    SupportRequestClosed: ({ requestId: id }, { at }) => ({
      update: { status: 'closed', updatedAt: at },
      where: { id },
    }),
    SupportRequestReopened: ({ requestId: id }, { at }) => ({
      update: { status: 'open', updatedAt: at },
      where: { id },
    }),
    SupportScreenshotAdded: ({ requestId: id, file }) => ({ update: { screenshot: file }, where: { id } }),
    SupportScreenshotRemoved: ({ requestId: id }) => ({ update: { screenshot: null }, where: { id } }),
    SupportRequestErased: ({ requestId: id }) => ({ remove: { id } }),
  },
})

const Answer = z.object({
  id: z.uuid(),
  requestId: z.uuid(),
  answeredBy: z.uuid(),
  text: z.string(),
  createdAt: z.string(),
})

export const supportAnswersView = view(Answer)<typeof supportEvents>({
  table: 'support_answers',
  on: {
    SupportRequestAnswered: ({ answerId: id, requestId, answeredBy, text }, { at }) => ({
      put: { id, requestId, answeredBy, text, createdAt: at },
    }),
    SupportRequestErased: ({ requestId }) => ({ remove: { requestId } }),
  },
})
