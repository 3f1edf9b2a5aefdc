import type { Op } from '#domain/deltas.ts'
import { Receipt } from '#domain/me.ts'
import { type Sitting, Text, TextHistory, TextVersion } from '#projections/text-answers.ts'
import { api } from '../app/api.ts'

/** A text's past, newest first, as far as it was asked for. */
export interface TextPast {
  sittings: Sitting[]
  isWhole: boolean
  /** The revision that it begins with for its reader. */
  begins: number
}

/** A version by its revision, or as it was at a time. */
export type Which = { revision: number } | { at: string }
/** What a text said, to be shown as it is. */
export interface Version {
  revision: number
  ops: readonly Op[]
  names: Readonly<Record<string, string>>
}

export const textHistoryPage = 25

const textHistoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Whoever shows it asks again when the text has changed. */
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
    /** As it is now, with who wrote each run of letters. */
    textAuthors: build.query<Version & Pick<Text, 'authors'>, string>({
      query: (textId) => ({ url: `texts/${textId}`, params: { authors: true } }),
      transformResponse: (answer) => Text.parse(answer) as Version & Pick<Text, 'authors'>,
      keepUnusedDataFor: 0,
      extraOptions: { freshness: 'screen' },
    }),
    /** Answers the revision that came of it. `base`: takes back only what became of the text from `base` to `revision`. */
    restoreText: build.mutation<{ revision: number }, { textId: string; revision: number; base?: number }>({
      query: ({ textId, ...body }) => ({ url: `texts/${textId}/restore`, method: 'POST', body }),
      transformResponse: (answer) => Restored.parse(answer),
    }),
  }),
})
const Restored = Receipt.extend({ revision: Text.shape.revision })

export const { useTextPastQuery, useTextVersionQuery, useTextAuthorsQuery, useRestoreTextMutation } = textHistoryApi
