import { type CampaignFileItem, MentionSuggestions } from '#projections/answers.ts'
import { LinkedFrom } from '#projections/text-answers.ts'
import { api } from '../base/api.ts'
import { refetchedBy } from '../realtime/refetched.ts'
import { loreNameEvents } from './lore-events.ts'

/** An item that can be mentioned. */
export interface Mentionable {
  id: string
  kind: 'lore' | 'file'
  name: string
  imageUri: string | null
}

const mostLore = 6
const mostFiles = 2
const cachedSeconds = 300

const mentionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    mentionedLore: build.query<Mentionable[], { campaignId: string; query: string }>({
      query: (params) => ({ url: 'conjurations/mention-suggestions', params: { ...params, limit: mostLore } }),
      transformResponse: (answer) =>
        MentionSuggestions.parse(answer).data.map(({ id, name, imageUri }) => ({
          kind: 'lore' as const,
          id: id.replace(/^lore_/, ''),
          name,
          imageUri,
        })),
      keepUnusedDataFor: cachedSeconds,
      ...refetchedBy<unknown, Mentionable[]>([...loreNameEvents, 'ImageShown'], { emptied: [] }),
    }),
    /** Lore whose texts mention an item, as of the end of their last sitting. */
    linkedFrom: build.query<LinkedFrom['data'], string>({
      query: (id) => `conjurations/${id}/linked-from`,
      transformResponse: (answer) => LinkedFrom.parse(answer).data,
      keepUnusedDataFor: 0,
      ...refetchedBy<unknown, LinkedFrom['data']>(
        [...loreNameEvents, 'TextSettled', 'SegmentDeleted', 'SegmentRestored'],
        {
          emptied: [],
        },
      ),
    }),
  }),
})

export const { useMentionedLoreQuery, useLinkedFromQuery } = mentionsApi

/** Returns true if an item's name contains the typed text. */
export const isCalled = ({ name }: { name: string }, query: string): boolean =>
  name.toLowerCase().includes(query.trim().toLowerCase())

export const filesCalled = (files: readonly Pick<CampaignFileItem, 'id' | 'name'>[], query: string): Mentionable[] =>
  files
    .filter((file) => isCalled(file, query))
    .slice(0, mostFiles)
    .map(({ id, name }) => ({ id, kind: 'file', name, imageUri: null }))
