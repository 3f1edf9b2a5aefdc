import { z } from 'zod'
import type { Visibility } from '#domain/access.ts'
import type { transcriptEvents } from '#domain/transcripts.ts'
import { TranscriptDetail, TranscriptLines, TranscriptList } from '#projections/transcript-answers.ts'
import { api } from '../base/api.ts'
import { upload } from '../base/upload.ts'
import { growing } from '../realtime/pages.ts'
import { refetchedBy } from '../realtime/refetched.ts'
import { loreNameEvents } from './lore-events.ts'

export const linesPerPage = 200
export const transcriptsPerPage = 50

const changes = [
  ...(['TranscriptAdded', 'TranscriptDescribed', 'TranscriptVisibilityChanged'] as const),
  ...(['TranscriptSpeakersAssigned', 'TranscriptDeleted', 'TranscriptRestored', 'TranscriptPurged'] as const),
] satisfies (keyof typeof transcriptEvents)[]

type Lines = TranscriptLines & { id: string }

/** Fields of a recap or a transcript that its editors change. */
export interface Described {
  title: string
  session: number | null
  playedOn: string | null
  visibility: Visibility
}

const transcriptsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Recaps and transcripts of a campaign; with a search, those that contain its words. */
    transcripts: build.query<TranscriptList, { campaignId: string; search: string; want: number }>({
      ...growing,
      async queryFn({ campaignId, search, want }, _api, _extra, request) {
        const list: TranscriptList = { data: [], total: 0 }
        do {
          const params = { search, offset: list.data.length, limit: transcriptsPerPage }
          const { data, error } = await request({ url: `campaigns/${campaignId}/story-vault`, params })
          if (error) return { error }
          const page = TranscriptList.parse(data)
          if (page.data.length === 0) return { data: { ...list, total: list.data.length } }
          list.data.push(...page.data)
          list.total = page.total
        } while (list.data.length < Math.min(want, list.total))
        return { data: { ...list, data: [...new Map(list.data.map((one) => [one.id, one])).values()] } }
      },
      providesTags: ['transcripts'],
      ...refetchedBy<unknown, TranscriptList>(changes, {
        withoutItem: ({ data, total }, id) => ({ data: data.filter((one) => one.id !== id), total }),
      }),
    }),
    /** Null once it is hidden from the viewer. */
    transcript: build.query<TranscriptDetail | null, string>({
      query: (id) => `story-vault/${id}`,
      transformResponse: (answer) => TranscriptDetail.parse(answer),
      providesTags: ['transcripts'],
      ...refetchedBy<string, TranscriptDetail | null>([...changes, ...loreNameEvents], {
        isAbout: (data, id) => !('transcriptId' in data) || data.transcriptId === id,
        withoutItem: (answer, id) => (answer?.id === id ? null : answer),
      }),
    }),
    /** A page of lines, from 0. */
    transcriptLines: build.query<Lines, { id: string; page: number }>({
      query: ({ id, page }) => ({
        url: `story-vault/${id}/lines`,
        params: { offset: page * linesPerPage, limit: linesPerPage },
      }),
      transformResponse: (answer, _meta, { id }) => ({ ...TranscriptLines.parse(answer), id }),
      providesTags: ['transcripts'],
      ...refetchedBy<unknown, Lines>(loreNameEvents, {
        withoutItem: (answer, id) =>
          answer.id === id
            ? { ...answer, data: [], lore: [] }
            : { ...answer, lore: answer.lore.filter((lore) => lore.id !== id) },
      }),
    }),
    changeTranscript: build.mutation<unknown, { id: string } & Partial<Described>>({
      query: ({ id, ...body }) => ({ url: `story-vault/${id}`, method: 'PATCH', body }),
      invalidatesTags: ['transcripts'],
    }),
    assignSpeaker: build.mutation<
      unknown,
      { id: string; speaker: number; userId: string | null; conjurationId: string | null }
    >({
      query: ({ id, speaker, ...body }) => ({ url: `story-vault/${id}/speakers/${speaker}`, method: 'PUT', body }),
      invalidatesTags: ['transcripts'],
    }),
    deleteTranscript: build.mutation<unknown, string>({
      query: (id) => ({ url: `story-vault/${id}`, method: 'DELETE' }),
      invalidatesTags: ['transcripts', 'trash'],
    }),
    restoreTranscript: build.mutation<unknown, string>({
      query: (id) => ({ url: `story-vault/${id}/restore`, method: 'POST' }),
      invalidatesTags: ['transcripts', 'trash'],
    }),
  }),
})

export const {
  useTranscriptsQuery,
  useTranscriptQuery,
  useTranscriptLinesQuery,
  useChangeTranscriptMutation,
  useAssignSpeakerMutation,
  useDeleteTranscriptMutation,
  useRestoreTranscriptMutation,
} = transcriptsApi

/** Uploads a transcript, or the text of a recap. `key` makes a repeat harmless. Rejects as `upload` does. */
export const addTranscript = async (
  { campaignId, key, content, ...described }: Described & { campaignId: string; key: string; content: File | string },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> => {
  const body = new FormData()
  body.append('title', described.title)
  body.append('session', described.session === null ? '' : String(described.session))
  body.append('playedOn', described.playedOn ?? '')
  body.append('visibility', described.visibility)
  body.append(typeof content === 'string' ? 'text' : 'file', content)
  const answer = await upload(`campaigns/${campaignId}/story-vault`, body, onProgress, signal, key)
  return z.object({ id: z.string() }).parse(answer).id
}
