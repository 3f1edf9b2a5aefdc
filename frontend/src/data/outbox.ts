import { OutboxMails, RevealedMail } from '#domain/me.ts'
import { api } from '../base/api.ts'

export const outboxPageSize = 25

const outboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    outbox: build.query<OutboxMails, { offset: number }>({
      query: ({ offset }) => ({ url: 'admin/outbox', params: { offset, limit: outboxPageSize } }),
      transformResponse: (body) => OutboxMails.parse(body),
      keepUnusedDataFor: 0,
      extraOptions: { freshness: 'opened' },
    }),
    /** Returns the text of a mail whose link grants access. No cache that outlives the page contains it. */
    revealMail: build.mutation<string, { id: string; reason: string }>({
      query: ({ id, reason }) => ({ url: `admin/outbox/${id}/reveal`, method: 'POST', body: { reason } }),
      transformResponse: (body) => RevealedMail.parse(body).text,
    }),
  }),
})

export const { useOutboxQuery, useRevealMailMutation } = outboxApi
