import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { z } from 'zod'
import type { Op } from '#domain/deltas.ts'
import { api, positionOf } from '../app/api.ts'

const Ops = z.custom<Op[]>((value) => Array.isArray(value))

/** A text as it was at a revision of its own. */
const Text = z.object({
  id: z.string(),
  revision: z.int(),
  ops: Ops,
  /** What the things that it names are called now, by their ids, as far as the reader may see them. */
  names: z.record(z.string(), z.string()).default({}),
})
export type Text = z.infer<typeof Text> & { position: string }

/** One change as it was recorded. */
const Change = z.object({ revision: z.int(), id: z.string(), ops: Ops, fix: Ops.optional() })
/** `over`: what a description began with, for who asks for all that came after. */
const Changes = z.object({ changes: z.array(Change), over: z.string().optional() })
export type TextChanges = z.infer<typeof Changes>

const Changed = Change.omit({ id: true })

interface TextCommand {
  textId: string
  id: string
  base: number
  ops: Op[]
  /** The plain words of a description's revision 0, of a change that was made on it. */
  over?: string
  /** Revisions of one's own changes that it takes back. */
  undoes?: number[]
}

/** How long a text that was asked for ahead of its page is held for it, where that does not come to take it. */
export const heldSeconds = 30

export const textsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What it says now. Whoever shows it follows its topic. */
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
    /** One change of a text, as it is after what others did since `base`. The same change is recorded once, however often it is sent. */
    changeText: build.mutation<z.infer<typeof Changed>, TextCommand>({
      query: ({ textId, ...body }) => ({ url: `texts/${textId}/changes`, method: 'POST', body }),
      transformResponse: (answer) => Changed.parse(answer),
    }),
  }),
})

export const { useTextQuery } = textsApi

const held = new Map<string, () => void>()

export const releaseText = (id: string): void => {
  held.get(id)?.()
  held.delete(id)
}

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>

/** Asks for it ahead of its page. It is held until that has taken it: from then on it changes there. */
export const holdText = (dispatch: Dispatch, id: string): void => {
  releaseText(id)
  held.set(id, dispatch(textsApi.endpoints.text.initiate(id)).unsubscribe)
}
