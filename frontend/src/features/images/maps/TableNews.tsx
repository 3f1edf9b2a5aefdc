import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useCampaignsQuery } from '../../../data/campaigns.ts'
import { useTableQuery } from '../../../data/maps.ts'
import { useMe } from '../../../data/me.ts'
import type { FeedItem } from '../../../realtime/messages.ts'
import { toast } from '../../../ui/toast.ts'

type MapShown = Extract<FeedItem, { type: 'MapShown' }>

/** False where a window of theirs has told of it. */
const tellOnce = (userId: string, { id, data }: MapShown): boolean => {
  const key = `loreloom.shown.${userId}.${data.campaignId}`
  if (localStorage.getItem(key) === id) return false
  localStorage.setItem(key, id)
  return true
}

/** A map that was laid on the table is told of in the window that somebody looks at, once, if it still lies there and is not in front of them. */
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
    if (!liesThere || !isLookedAt || !tellOnce(me.id, shown)) return
    const to = `/maps/${imageId}`
    if (pathname === to) return
    const name = campaigns?.rows.find(({ id }) => id === campaignId)?.name
    toast.info('A map lies on the table', { ...(name && { context: name }), route: { to, label: 'Open' } })
  }, [liesThere, isLookedAt])
  return null
}

/** Tells who is elsewhere of maps that others show. */
export const TableNews = ({ heard }: { heard: readonly FeedItem[] }) => {
  const me = useMe()
  const shown = heard.filter(
    (item): item is MapShown => item.type === 'MapShown' && 'stream' in item && item.metadata.actor !== me.id,
  )
  return shown.map((item) => <News key={item.id} shown={item} />)
}
