import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { z } from 'zod'
import type { Op } from '#domain/deltas.ts'
import { api, positionOf } from '../base/api.ts'

const Ops = z.custom<Op[]>((value) => Array.isArray(value))

/** A text at its latest revision. */
const Text = z.object({
  id: z.string(),
  revision: z.int(),
  ops: Ops,
  /** Current names of the mentioned items by id, as far as the reader may see them. */
  names: z.record(z.string(), z.string()).default({}),
})
export type Text = z.infer<typeof Text> & { position: string }

/** One recorded change. */
const Change = z.object({ revision: z.int(), id: z.string(), ops: Ops, fix: Ops.optional() })
/** `over` is the description's base text, returned when all changes are requested. */
const Changes = z.object({ changes: z.array(Change), over: z.string().optional() })
export type TextChanges = z.infer<typeof Changes>

const Changed = Change.omit({ id: true })

interface TextCommand {
  textId: string
  id: string
  base: number
  ops: Op[]
  /** The plain base text of a description's revision 0, for a change based on it. */
  over?: string
  /** Revisions of the user's own changes that this change undoes. */
  undoes?: number[]
}

/** Seconds for which a preloaded text is cached for a page that has not opened it yet. */
export const preloadSeconds = 30

export const textsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The current content. Subscribers follow its topic. */
    text: build.query<Text, string>({
      query: (id) => `texts/${id}`,
      transformResponse: (answer, meta) => ({ ...Text.parse(answer), position: positionOf(meta) }),
      keepUnusedDataFor: 0,
      extraOptions: { freshness: 'screen' },
    }),
    textChanges: build.query<TextChanges, { id: string; after: number }>({
      query: ({ id, after }) => ({ url: `texts/${id}/changes`, params: { after } }),
      transformResponse: (answer) => Changes.parse(answer),
      keepUnusedDataFor: 0,
      extraOptions: { freshness: 'opened' },
    }),
    /** Sends one change and returns it rebased onto the changes since `base`. A repeated change is recorded once. */
    changeText: build.mutation<z.infer<typeof Changed>, TextCommand>({
      query: ({ textId, ...body }) => ({ url: `texts/${textId}/changes`, method: 'POST', body }),
      transformResponse: (answer) => Changed.parse(answer),
    }),
  }),
})

export const { useTextQuery } = textsApi

const preloads = new Map<string, () => void>()

export const releaseText = (id: string): void => {
  preloads.get(id)?.()
  preloads.delete(id)
}

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>

/**
 * Preloads a text for its page. This subscription of the cache entry ends once the page has subscribed to the entry.
 */
export const preloadText = (dispatch: Dispatch, id: string): void => {
  releaseText(id)
  preloads.set(id, dispatch(textsApi.endpoints.text.initiate(id)).unsubscribe)
}
