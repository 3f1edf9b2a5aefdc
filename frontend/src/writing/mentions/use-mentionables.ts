import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { filePageSize } from '../../data/fetch-files.ts'
import { useCampaignFilesQuery } from '../../data/files.ts'
import { filesCalled, isCalled, type Mentionable, useMentionedLoreQuery } from '../../data/mentions.ts'

/** Milliseconds after the last key. */
const pauseMs = 150
/** Limit for both kinds. */
const most = 8

/**
 * Lore whose name matches the typed text; until the response arrives, matching earlier suggestions: Enter takes the
 * first.
 */
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
