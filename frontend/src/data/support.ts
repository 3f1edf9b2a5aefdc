import { z } from 'zod'
import { AdminSupportRequests, type Diagnostics, OwnSupportRequests, type SupportStatus } from '#domain/support.ts'
import { api } from '../base/api.ts'
import { refetchedBy } from '../realtime/refetched.ts'

export const inboxPageSize = 25
const inboxPollMs = 5000

export const screenshotPath = (id: string): string => `/api/support/${id}/screenshot`

interface Request {
  type: string
  description: string
  diagnostics: Diagnostics
}

const supportApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownSupportRequests: build.query<OwnSupportRequests, void>({
      query: () => ({ url: 'support', params: { limit: 100 } }),
      transformResponse: (body) => OwnSupportRequests.parse(body),
      ...refetchedBy<void>([
        ...(['SupportRequested', 'SupportRequestAnswered'] as const),
        ...(['SupportRequestClosed', 'SupportRequestReopened'] as const),
        ...(['SupportScreenshotAdded', 'SupportScreenshotRemoved'] as const),
      ]),
      providesTags: ['support'],
    }),

    requestSupport: build.mutation<{ id: string }, Request>({
      query: (body) => ({ url: 'support', method: 'POST', body }),
      transformResponse: (body) => z.object({ id: z.string() }).parse(body),
      invalidatesTags: (_result, error) => (error ? [] : ['support']),
    }),

    addSupportScreenshot: build.mutation<unknown, { id: string; picture: File }>({
      query({ id, picture }) {
        const body = new FormData()
        body.append('image', picture)
        return { url: `support/${id}/screenshot`, method: 'POST', body }
      },
      invalidatesTags: ['support'],
    }),

    removeSupportScreenshot: build.mutation<unknown, string>({
      query: (id) => ({ url: `support/${id}/screenshot`, method: 'DELETE' }),
      invalidatesTags: ['support'],
    }),

    supportInbox: build.query<AdminSupportRequests, { status: SupportStatus; offset: number }>({
      query: (params) => ({ url: 'admin/support', params: { ...params, limit: inboxPageSize } }),
      transformResponse: (body) => AdminSupportRequests.parse(body),
      providesTags: ['support'],
      extraOptions: { freshness: 'polled' },
    }),

    answerSupportRequest: build.mutation<unknown, { id: string; text: string }>({
      query: ({ id, text }) => ({ url: `admin/support/${id}/answer`, method: 'POST', body: { text } }),
      invalidatesTags: ['support'],
    }),

    assignSupportRequest: build.mutation<unknown, { id: string; isMine: boolean }>({
      query: ({ id, isMine }) => ({ url: `admin/support/${id}/assign`, method: 'POST', body: { isMine } }),
      invalidatesTags: ['support'],
    }),

    closeSupportRequest: build.mutation<unknown, { id: string; isClosed: boolean }>({
      query: ({ id, isClosed }) => ({
        url: `admin/support/${id}/${isClosed ? 'close' : 'reopen'}`,
        method: 'POST',
        body: {},
      }),
      invalidatesTags: ['support'],
    }),
  }),
})

export const useSupportInbox = (status: SupportStatus, offset: number) =>
  supportApi.useSupportInboxQuery({ status, offset }, { pollingInterval: inboxPollMs, skipPollingIfUnfocused: true })

export const {
  useOwnSupportRequestsQuery,
  useRequestSupportMutation,
  useAddSupportScreenshotMutation,
  useRemoveSupportScreenshotMutation,
  useAnswerSupportRequestMutation,
  useAssignSupportRequestMutation,
  useCloseSupportRequestMutation,
} = supportApi
