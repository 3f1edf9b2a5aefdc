import type { Op } from '#domain/deltas.ts'
import { Receipt } from '#domain/me.ts'
import { type Sitting, Text, TextHistory, TextVersion } from '#projections/text-answers.ts'
import { api } from '../base/api.ts'

/** The loaded past of a text, newest first. */
export interface TextPast {
  sittings: Sitting[]
  isWhole: boolean
  /** The first revision that this reader may see. */
  begins: number
}

/** A version by its revision or by its time. */
export type Which = { revision: number } | { at: string }
/** The content of a past version, to be rendered read-only. */
export interface Version {
  revision: number
  ops: readonly Op[]
  names: Readonly<Record<string, string>>
}

export const textHistoryPage = 25

const textHistoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Subscribers refetch it when the text has changed. */
    textPast: build.query<TextPast, { textId: string; want: number }>({
      async queryFn({ textId, want }, _api, _extra, request) {
        const sittings: Sitting[] = []
        let before: number | null = null
        let begins = 0
        do {
          const params = { limit: textHistoryPage, ...(before !== null && { before }) }
          const answer = await request({ url: `texts/${textId}/history`, params })
          if (answer.error) return { error: answer.error }
          const page = TextHistory.parse(answer.data)
          sittings.push(...page.data)
          begins = page.begins
          before = page.next
        } while (before !== null && sittings.length < want)
        return { data: { sittings, isWhole: before === null, begins } }
      },
      keepUnusedDataFor: 0,
      extraOptions: { freshness: 'screen' },
    }),
    textVersion: build.query<Version, { textId: string } & Which>({
      query: ({ textId, ...params }) => ({ url: `texts/${textId}/version`, params }),
      transformResponse: (answer) => TextVersion.parse(answer) as Version,
      extraOptions: { freshness: 'constant' },
    }),
    /** The current content, with the author of each run of characters. */
    textAuthors: build.query<Version & Pick<Text, 'authors'>, string>({
      query: (textId) => ({ url: `texts/${textId}`, params: { authors: true } }),
      transformResponse: (answer) => Text.parse(answer) as Version & Pick<Text, 'authors'>,
      keepUnusedDataFor: 0,
      extraOptions: { freshness: 'screen' },
    }),
    /** Returns the new revision. With `base`, undoes only the changes from `base` to `revision`. */
    restoreText: build.mutation<{ revision: number }, { textId: string; revision: number; base?: number }>({
      query: ({ textId, ...body }) => ({ url: `texts/${textId}/restore`, method: 'POST', body }),
      transformResponse: (answer) => Restored.parse(answer),
    }),
  }),
})
const Restored = Receipt.extend({ revision: Text.shape.revision })

export const { useTextPastQuery, useTextVersionQuery, useTextAuthorsQuery, useRestoreTextMutation } = textHistoryApi
