import { useState } from 'react'
import type { Invitation } from '#projections/answers.ts'
import { messageOf } from '../../../app/problem.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { useRevokeInvitationMutation } from '../../../data/invitations.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.ts'

/** Asks, and then lets nobody in by this invitation any more. */
export const useRevoking = ({ id: campaignId }: Campaign) => {
  const [asked, setAsked] = useState<Invitation>()
  const [revoke] = useRevokeInvitationMutation()
  const run = async () => {
    if (!asked) return
    const { error } = await revoke({ campaignId, inviteId: asked.id })
    if (error) toast.error(messageOf(error, 'The invitation could not be revoked. Please try again.'))
  }
  return {
    ask: setAsked,
    dialog: (
      <ConfirmDialog
        opened={asked !== undefined}
        title="Revoke this invitation?"
        text="Nobody can join with this link any more. Those who joined with it stay."
        confirm="Revoke"
        danger
        onConfirm={run}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}
