import { type ReplyTemplateContent, ReplyTemplates } from '#domain/reply-templates.ts'
import { api } from '../base/api.ts'

const path = 'admin/support/templates'
const pollMs = 5000

const replyTemplatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    replyTemplates: build.query<ReplyTemplates, void>({
      query: () => path,
      transformResponse: (body) => ReplyTemplates.parse(body),
      providesTags: ['support'],
      extraOptions: { freshness: 'polled' },
    }),

    createReplyTemplate: build.mutation<unknown, ReplyTemplateContent>({
      query: (body) => ({ url: path, method: 'POST', body }),
      invalidatesTags: ['support'],
    }),

    changeReplyTemplate: build.mutation<unknown, ReplyTemplateContent & { id: string; version: number }>({
      query: ({ id, ...body }) => ({ url: `${path}/${id}`, method: 'PATCH', body }),
      invalidatesTags: ['support'],
    }),

    deleteReplyTemplate: build.mutation<unknown, string>({
      query: (id) => ({ url: `${path}/${id}`, method: 'DELETE' }),
      invalidatesTags: ['support'],
    }),
  }),
})

/** Other admins change templates as well, so the list is polled while its tab has the focus. */
export const useReplyTemplates = () =>
  replyTemplatesApi.useReplyTemplatesQuery(undefined, { pollingInterval: pollMs, skipPollingIfUnfocused: true })

export const { useCreateReplyTemplateMutation, useChangeReplyTemplateMutation, useDeleteReplyTemplateMutation } =
  replyTemplatesApi
