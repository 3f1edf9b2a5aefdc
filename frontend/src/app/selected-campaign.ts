import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Campaign, useCampaignsQuery } from '../data/campaigns.ts'
import { useMe } from '../data/me.ts'

const keyOf = (userId: string) => `loreloom.campaign.${userId}`
const changed = new EventTarget()

/** Stored per person, so that two people on one machine each keep their own. Another tab's choice is its own until it reloads. */
export const selectCampaign = (userId: string, campaignId: string): void => {
  localStorage.setItem(keyOf(userId), campaignId)
  changed.dispatchEvent(new Event('change'))
}

const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

/**
 * The campaign everything on screen belongs to: the chosen one, else the first. Undefined while loading, null when there is
 * none.
 */
export const useCampaign = (): Campaign | null | undefined => {
  const { id: userId } = useMe()
  const { data } = useCampaignsQuery()
  const chosen = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(userId)))
  if (!data) return undefined
  return data.rows.find(({ id }) => id === chosen) ?? data.rows[0] ?? null
}

/**
 * A link may lead to a thing of another of one's campaigns: what stands around the thing is then that campaign's. Once, as it was come to:
 * who chooses another campaign, or moves the thing to one, does not go along.
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

/** The list that a screen's thing belongs to, where it is about one thing: a picture or an entry of one campaign is a stranger in the next. */
export const listOf = (pathname: string): string | null => {
  const [, screen, id] = pathname.split('/')
  return id && screen !== 'campaign' && screen !== 'campaigns' ? `/${screen}` : null
}

export const newCampaignPath = '/campaigns/new'

/** Where somebody who was removed goes on: to the list of what they looked at, in their next campaign; never to its settings. Null: they stay. */
export const afterLosing = (pathname: string): string | null =>
  pathname.startsWith('/campaign/') ? '/collections' : listOf(pathname)
