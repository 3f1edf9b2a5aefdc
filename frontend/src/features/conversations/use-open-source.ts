import { createContext, useContext } from 'react'
import { useLocation } from 'react-router'
import type { AnswerSource } from '#projections/conversation-messages.ts'
import { withFrom } from '../../base/from.ts'
import { useAround } from '../../writing/reading/context.ts'

/** Called when the user follows a link in a conversation: a dialog in full screen would cover the page that the link opens. */
const Leaving = createContext<() => void>(() => undefined)
export const LeavingProvider = Leaving.Provider

/**
 * Returns `addressOf`, the URL of a source (the quoted section of lore, the campaign's description, a transcript, or a
 * file's download), and `open`, which links to sources call when they are followed.
 */
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
