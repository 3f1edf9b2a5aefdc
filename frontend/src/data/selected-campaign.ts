import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Campaign, useCampaignsQuery } from './campaigns.ts'
import { useMe } from './me.ts'

const keyOf = (userId: string) => `loreloom.campaign.${userId}`
const changed = new EventTarget()

/**
 * Stored per user, so that users of one browser keep their own choice. Another tab keeps its choice until it reloads.
 */
export const selectCampaign = (userId: string, campaignId: string): void => {
  localStorage.setItem(keyOf(userId), campaignId)
  changed.dispatchEvent(new Event('change'))
}

const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

/** The selected campaign, else the first one. Undefined while loading, null without campaigns. */
export const useCampaign = (): Campaign | null | undefined => {
  const { id: userId } = useMe()
  const { data } = useCampaignsQuery()
  const chosen = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(userId)))
  if (!data) return undefined
  return data.rows.find(({ id }) => id === chosen) ?? data.rows[0] ?? null
}

/**
 * Selects the campaign of a linked item once on arrival. Later changes, such as another selected campaign or a moved
 * item, do not follow it.
 */
export const useArrivingIn = (campaignId: string | null | undefined): void => {
  const { id: userId } = useMe()
  const selected = useCampaign()
  const { data } = useCampaignsQuery()
  const [hasArrived, setArrived] = useState(false)
  useEffect(() => {
    if (hasArrived || campaignId === undefined || !selected) return
    setArrived(true)
    const theirs = data?.rows.find(({ id }) => id === campaignId)
    if (theirs && theirs !== selected) selectCampaign(userId, theirs.id)
  }, [hasArrived, campaignId, selected, data, userId])
}

/** Lists whose address is not the beginning of their items' addresses. */
const listsElsewhere: Readonly<Record<string, string>> = { lore: '/collections', relationships: '/relationships/graph' }

/** The list screen of an item's screen: an image or entry of one campaign does not exist in the next one. */
export const listOf = (pathname: string): string | null => {
  const [, screen = '', id] = pathname.split('/')
  if (!id || screen === 'campaign' || screen === 'campaigns') return null
  return listsElsewhere[screen] ?? `/${screen}`
}

export const newCampaignPath = '/campaigns/new'

/**
 * Returns the path after a membership was lost: the list of the current item's kind, never the settings. Null: the
 * screen stays.
 */
export const afterLosing = (pathname: string): string | null =>
  pathname.startsWith('/campaign/') ? '/collections' : listOf(pathname)
