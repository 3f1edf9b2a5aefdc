import { OutboxMails } from '#domain/me.ts'
import { api } from '../app/api.ts'

export const outboxPageSize = 25

const outboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    outbox: build.query<OutboxMails, { offset: number }>({
      query: ({ offset }) => ({ url: 'admin/outbox', params: { offset, limit: outboxPageSize } }),
      transformResponse: (body) => OutboxMails.parse(body),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useOutboxQuery } = outboxApi
