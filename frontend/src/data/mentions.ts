import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { type CampaignFileItem, MentionSuggestions } from '#projections/answers.ts'
import { LinkedFrom } from '#projections/text-answers.ts'
import { api } from '../app/api.ts'
import { filePageSize } from './fetch-files.ts'
import { useCampaignFilesQuery } from './files.ts'

/** Something that can be mentioned. */
export interface Mentionable {
  id: string
  kind: 'lore' | 'file'
  name: string
  imageUri: string | null
}

const mostLore = 6
const mostFiles = 2
const most = 8
const cachedSeconds = 300

const mentionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    mentionedLore: build.query<Mentionable[], { campaignId: string; query: string }>({
      query: (params) => ({ url: 'conjurations/mention-suggestions', params: { ...params, limit: mostLore } }),
      transformResponse: (answer) =>
        MentionSuggestions.parse(answer).data.map(({ id, name, imageUri }) => ({
          ...{ kind: 'lore' as const, id: id.replace(/^lore_/, ''), name, imageUri },
        })),
      keepUnusedDataFor: cachedSeconds,
    }),
    /** Lore whose texts mention one, as of their last sitting. */
    linkedFrom: build.query<LinkedFrom['data'], string>({
      query: (id) => `conjurations/${id}/linked-from`,
      transformResponse: (answer) => LinkedFrom.parse(answer).data,
      keepUnusedDataFor: 0,
    }),
  }),
})

const { useMentionedLoreQuery } = mentionsApi
export const { useLinkedFromQuery } = mentionsApi

/** Whether what is typed is a part of its name. */
const isCalled = ({ name }: { name: string }, query: string): boolean =>
  name.toLowerCase().includes(query.trim().toLowerCase())

export const filesCalled = (files: readonly Pick<CampaignFileItem, 'id' | 'name'>[], query: string): Mentionable[] =>
  files
    .filter((file) => isCalled(file, query))
    .slice(0, mostFiles)
    .map(({ id, name }) => ({ id, kind: 'file', name, imageUri: null }))

/** Milliseconds after the last key. */
const pauseMs = 150

/** Lore that a name being typed may mean; until that has been asked for, what was found before and is called so: Enter takes the first. */
export const useMentionedLore = (campaignId: string, typed: string, { skip = false } = {}): Mentionable[] => {
  const [query] = useDebouncedValue(typed, pauseMs)
  const { data: last, currentData } = useMentionedLoreQuery({ campaignId, query }, { skip })
  return useMemo(
    () => (query === typed && currentData) || (last ?? []).filter((one) => isCalled(one, typed)),
    [last, currentData, query, typed],
  )
}

/** Lore and files that it may mean. */
export const useMentionables = (campaignId: string, typed: string): Mentionable[] => {
  const lore = useMentionedLore(campaignId, typed)
  const { data: files } = useCampaignFilesQuery({ campaignId, want: filePageSize })
  return useMemo(() => [...lore, ...filesCalled(files?.rows ?? [], typed)].slice(0, most), [lore, files, typed])
}
