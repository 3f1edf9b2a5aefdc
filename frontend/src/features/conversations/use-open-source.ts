import { createContext, useContext } from 'react'
import { useLocation } from 'react-router'
import type { AnswerSource } from '#projections/conversation-messages.ts'
import { withFrom } from '../../base/from.ts'
import { useAround } from '../../writing/reading/context.ts'

/** Runs when a link in a conversation is followed: a dialog in full screen would cover what it leads to. */
const Leaving = createContext<() => void>(() => undefined)
export const LeavingProvider = Leaving.Provider

/** Where a source opens: the entry, scrolled to the section that was quoted; the campaign's own text; a file as a download. */
export const useOpenSource = () => {
  const { pathname, search } = useLocation()
  const open = useContext(Leaving)
  const { campaignId } = useAround()
  const addressOf = ({ kind, id, segmentId, conversationId }: AnswerSource): string => {
    if (kind === 'campaign') return '/campaign/edit/general'
    if (conversationId !== undefined) return `/api/conversations/${conversationId}/files/${id}/download`
    if (kind === 'transcript') return `/story-vault/${id}`
    if (kind === 'file') return `/api/campaigns/${campaignId}/files/${id}/download`
    const address = withFrom(`/lore/view/${id}`, `${pathname}${search}`)
    return segmentId === null ? address : `${address}#content-${segmentId}`
  }
  return { addressOf, open }
}
