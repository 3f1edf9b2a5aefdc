import { z } from 'zod'
import type { WritingContext } from '#domain/writings.ts'
import { WritingAnswer, type WritingReceipt, WritingReceipts } from '#projections/writing-answers.ts'
import { api } from '../base/api.ts'
import { refetchedBy } from '../realtime/refetched.ts'

const Accepted = z.object({ id: z.string(), position: z.string() })

interface Wanted {
  segmentId: string
  id: string
  prompt: string
  context: WritingContext
}

const writingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Requests a generated text for a page; it arrives on its topic. */
    askForText: build.mutation<z.infer<typeof Accepted>, Wanted>({
      query: ({ segmentId, ...body }) => ({ url: `content-segments/${segmentId}/writings`, method: 'POST', body }),
      transformResponse: (answer) => Accepted.parse(answer),
    }),
    /** Progress and result of a generated text. */
    writing: build.query<WritingAnswer, string>({
      query: (id) => `writings/${id}`,
      transformResponse: (answer) => WritingAnswer.parse(answer),
      keepUnusedDataFor: 0,
      extraOptions: { freshness: 'screen' },
    }),
    /** Records that the text was inserted into the page, so that its readers see a receipt. */
    insertText: build.mutation<unknown, string>({
      query: (id) => ({ url: `writings/${id}/insert`, method: 'POST', body: {} }),
      invalidatesTags: ['writings'],
    }),
    /** Receipts of the generated texts in a page of lore. */
    receipts: build.query<WritingReceipt[], string>({
      query: (conjurationId) => `conjurations/${conjurationId}/writings`,
      transformResponse: (answer) => WritingReceipts.parse(answer).data,
      providesTags: ['writings'],
      ...refetchedBy<string>(['WritingInserted', 'WritingFinished']),
    }),
  }),
})

export const { useAskForTextMutation, useWritingQuery, useInsertTextMutation, useReceiptsQuery } = writingsApi
