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
 * Returns lore whose name matches the typed text. Until the response arrives, these are the earlier suggestions that
 * still match, so that Enter chooses no other lore.
 */
export const useMentionedLore = (campaignId: string, typed: string, { skip = false } = {}): Mentionable[] => {
  const [query] = useDebouncedValue(typed, pauseMs)
  const { data: last, currentData } = useMentionedLoreQuery({ campaignId, query }, { skip })
  return useMemo(
    () => (query === typed && currentData) || (last ?? []).filter((one) => isCalled(one, typed)),
    [last, currentData, query, typed],
  )
}

/** Returns lore and files whose name matches the typed text. */
export const useMentionables = (campaignId: string, typed: string): Mentionable[] => {
  const lore = useMentionedLore(campaignId, typed)
  const { data: files } = useCampaignFilesQuery({ campaignId, want: filePageSize })
  return useMemo(() => [...lore, ...filesCalled(files?.rows ?? [], typed)].slice(0, most), [lore, files, typed])
}
