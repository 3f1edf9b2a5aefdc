import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useCampaignsQuery } from '../../../data/campaigns.ts'
import { useTableQuery } from '../../../data/maps.ts'
import { useMe } from '../../../data/me.ts'
import type { FeedItem } from '../../../realtime/messages.ts'
import { toast } from '../../../ui/toast.ts'

type MapShown = Extract<FeedItem, { type: 'MapShown' }>

/** Returns false if another window of the user has already shown the notice. */
const claimNotice = (userId: string, { id, data }: MapShown): boolean => {
  const key = `loreloom.shown.${userId}.${data.campaignId}`
  if (localStorage.getItem(key) === id) return false
  localStorage.setItem(key, id)
  return true
}

/**
 * A notice about a map that was presented: in the focused window, once, if the map is still presented and not already
 * open.
 */
const News = ({ shown }: { shown: MapShown }) => {
  const me = useMe()
  const { imageId, campaignId } = shown.data
  const { pathname } = useLocation()
  const { data: campaigns } = useCampaignsQuery()
  const { data: table } = useTableQuery(campaignId)
  const isLookedAt = useDocumentVisibility() === 'visible'
  const now = table?.rows[0]
  const liesThere = now?.imageId === imageId && now.shownAt === shown.at
  useEffect(() => {
    if (!liesThere || !isLookedAt || !claimNotice(me.id, shown)) return
    const to = `/maps/${imageId}`
    if (pathname === to) return
    const name = campaigns?.rows.find(({ id }) => id === campaignId)?.name
    toast.info('A map lies on the table', { ...(name && { context: name }), route: { to, label: 'Open' } })
  }, [liesThere, isLookedAt])
  return null
}

/** Notifies the user of maps that other members present. */
export const TableNotice = ({ heard }: { heard: readonly FeedItem[] }) => {
  const me = useMe()
  const shown = heard.filter(
    (item): item is MapShown => item.type === 'MapShown' && 'stream' in item && item.metadata.actor !== me.id,
  )
  return shown.map((item) => <News key={item.id} shown={item} />)
}
