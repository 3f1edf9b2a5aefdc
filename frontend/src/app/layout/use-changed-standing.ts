import { useEffect, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { api } from '../../base/api.ts'
import { wasExpected } from '../../base/departures.ts'
import { type Campaign, roleNames, useCampaignsQuery } from '../../data/campaigns.ts'
import { afterLosing, newCampaignPath, useCampaign } from '../../data/selected-campaign.ts'
import { useRealtime } from '../../realtime/context.tsx'
import type { Realtime } from '../../realtime/events.ts'
import type { AppStore } from '../../realtime/store.ts'
import { toast } from '../../ui/toast.ts'

interface Before {
  position: string
  selected: Campaign | null
  roles: ReadonlyMap<string, Campaign['role']>
}

/**
 * Handles changes of the user's memberships. A user who loses access to the selected campaign is notified and leaves
 * its screens. A deleted or left campaign leads to the form for a new one, so that unsaved input does not end up in the
 * next campaign. Any change of visibility, in any campaign, refetches the cached queries, because events describe items
 * and not their viewers.
 */
export const useChangedStanding = (): void => {
  const { data } = useCampaignsQuery()
  const selected = useCampaign()
  const realtime = useRealtime()
  const dispatch = useDispatch<AppStore['dispatch']>()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const last = useRef<Before>(undefined)
  const isLeaving = useRef(false)

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
      const isMine = wasExpected(left.id)
      const isDeleted = wasDeleted(left.id, before.position, realtime)
      const next = isMine || isDeleted || roles.size === 0 ? newCampaignPath : afterLosing(pathname)
      isLeaving.current = next !== null
      if (next) void navigate(next, { replace: true })
      if (!isMine) toast.info(isDeleted ? `${left.name} was deleted.` : `You are no longer part of ${left.name}.`)
    } else if (role !== left.role) toast.info(`You are now ${articles[role]} ${roleNames[role]} in ${left.name}.`)
  }, [data, selected])

  // The screen that was left no longer uses its queries: now they are removed from the cache, and Back does not show them.
  useEffect(() => {
    if (isLeaving.current) dispatch(api.util.invalidateTags([...seenByRole]))
    isLeaving.current = false
  }, [pathname, dispatch])
}

const seenByRole = ['members', 'invitations', 'files', 'images', 'collections', 'conjurations', 'trash'] as const
const articles: Record<Campaign['role'], string> = { 1: 'a', 2: 'a', 3: 'the' }

const wasDeleted = (campaignId: string, since: string, realtime: Realtime): boolean =>
  realtime
    .after(since)
    ?.some(
      ({ type, data }) =>
        (type === 'CampaignDeleted' && (data as { campaignId?: unknown }).campaignId === campaignId) ||
        (type === 'ItemGone' && (data as { id?: unknown }).id === campaignId),
    ) ?? false
