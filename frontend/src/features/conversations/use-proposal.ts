import { useContext } from 'react'
import type { ShownProposal } from '#projections/conversation-messages.ts'
import { useDeleteConjurationMutation } from '../../data/conjuration.ts'
import { useChangeConjurationMutation } from '../../data/conjurations.ts'
import { useAcceptProposalMutation, useDismissProposalMutation } from '../../data/conversations.ts'
import { useDeleteRelationshipMutation } from '../../data/relationships.ts'
import { useDeleteSegmentMutation } from '../../data/segments.ts'
import { toast } from '../../ui/toast.ts'
import { ProposalContext } from './proposal-context.ts'
import { toastFailure } from './use-chat.ts'

interface Undoing {
  proposal: ShownProposal
  targetId: string
  /** Tags of the entry before the change. */
  tags: string[] | null
}

/** Undoes an accepted proposal by the regular command that reverts such a change. */
const useUndo = () => {
  const [deleteConjuration] = useDeleteConjurationMutation()
  const [deleteSegment] = useDeleteSegmentMutation()
  const [deleteRelationship] = useDeleteRelationshipMutation()
  const [changeConjuration] = useChangeConjurationMutation()
  const run = ({ proposal: { id, change }, targetId, tags }: Undoing) => {
    if (change === 'entry') return deleteConjuration(id)
    if (change === 'section') return deleteSegment({ id, conjurationId: targetId })
    if (change === 'relationship') return deleteRelationship(id)
    return changeConjuration({ id: targetId, changes: { tags: tags ?? [] } })
  }
  return async (undoing: Undoing) => {
    const { error } = await run(undoing)
    if (error) toastFailure(error, 'This could not be undone. Please change it by hand.')
  }
}

/** Actions of a reader on a proposal. */
export const useProposal = (proposal: ShownProposal, targetId = '') => {
  const answer = useContext(ProposalContext)
  const [acceptProposal, accepting] = useAcceptProposalMutation()
  const [dismissProposal, dismissing] = useDismissProposalMutation()
  const undo = useUndo()
  const conversationId = answer?.conversationId ?? null
  const address =
    answer && conversationId !== null ? { conversationId, answerId: answer.answerId, proposalId: proposal.id } : null
  return {
    /** False while the answer is being written. */
    isReady: address !== null,
    isBusy: accepting.isLoading || dismissing.isLoading,
    async accept() {
      if (!address) return
      const { data, error } = await acceptProposal(address)
      if (error) return toastFailure(error, 'This could not be added. Please try again.')
      const { tags } = data
      // The server returns no tags if another window accepted the proposal before: that window offers the undo.
      const isUndoable = proposal.change !== 'tags' || tags !== null
      const extras = proposal.title === '' ? {} : { context: proposal.title }
      toast.success('Added to campaign', {
        ...extras,
        ...(isUndoable && { undo: () => void undo({ proposal, targetId, tags }) }),
      })
    },
    async dismiss() {
      if (!address) return
      const { error } = await dismissProposal(address)
      if (error) toastFailure(error, 'This could not be dismissed. Please try again.')
    },
  }
}
