import { useEffect, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { useRealtime } from '../../realtime/context.tsx'
import type { Realtime } from '../../realtime/events.ts'
import { toast } from '../../ui/toast.ts'
import { api } from '../api.ts'
import { type Campaign, roleNames, useCampaignsQuery } from '../campaigns.ts'
import { wasExpected } from '../departures.ts'
import { listOf, useCampaign } from '../selected-campaign.ts'
import type { AppStore } from '../store.ts'

interface Before {
  position: string
  selected: Campaign | null
  roles: ReadonlyMap<string, Campaign['role']>
}

/**
 * Someone who loses their place in the selected campaign leaves its screens, and is told. Whatever changes in what they may
 * see, in any of their campaigns, is asked for again: events tell of things, not of who looks.
 */
export const useChangedStanding = (): void => {
  const { data } = useCampaignsQuery()
  const selected = useCampaign()
  const realtime = useRealtime()
  const dispatch = useDispatch<AppStore['dispatch']>()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const last = useRef<Before>(undefined)

  useEffect(() => {
    if (!data || selected === undefined) return
    const before = last.current
    const roles = new Map(data.rows.map(({ id, role }) => [id, role]))
    last.current = { position: data.position, selected, roles }
    if (!before) return

    if ([...before.roles].some(([id, role]) => roles.get(id) !== role))
      dispatch(api.util.invalidateTags([...seenByRole]))
    const left = before.selected
    if (!left) return
    const role = roles.get(left.id)
    if (role === undefined) {
      const list = listOf(pathname)
      if (list) void navigate(list, { replace: true })
      if (!wasExpected(left.id))
        toast.info(
          wasDeleted(left.id, before.position, realtime)
            ? `${left.name} was deleted.`
            : `You are no longer part of ${left.name}.`,
        )
    } else if (role !== left.role) toast.info(`You are now ${article(role)} ${roleNames[role]} in ${left.name}.`)
  }, [data, selected])
}

const seenByRole = ['members', 'invitations', 'files', 'images', 'collections', 'conjurations', 'trash'] as const
const article = (role: Campaign['role']) => (role === 3 ? 'the' : 'a')

const wasDeleted = (campaignId: string, since: string, realtime: Realtime): boolean =>
  realtime
    .after(since)
    ?.some(
      ({ type, data }) =>
        (type === 'CampaignDeleted' && (data as { campaignId?: unknown }).campaignId === campaignId) ||
        (type === 'ItemGone' && (data as { id?: unknown }).id === campaignId),
    ) ?? false
