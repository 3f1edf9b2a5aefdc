import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Campaign, useCampaignsQuery } from './campaigns.ts'
import { useMe } from './me.ts'

const keyOf = (userId: string) => `loreloom.campaign.${userId}`
const changed = new EventTarget()

/**
 * Selects a campaign. The choice is stored for each user of the browser; other tabs adopt it when they reload.
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

/** Paths of lists that are not the first segment of their items' paths. */
const listsElsewhere: Readonly<Record<string, string>> = { lore: '/collections', relationships: '/relationships/graph' }

/** Returns the list screen of an item's screen, for a change of the campaign: the item does not exist in another campaign. */
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
