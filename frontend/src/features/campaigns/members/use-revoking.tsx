import { useState } from 'react'
import type { Invitation } from '#projections/answers.ts'
import { messageOf } from '../../../base/problem.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { useRevokeInvitationMutation } from '../../../data/invitations.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.ts'

/** Revokes an invitation after a confirmation. */
export const useRevoking = ({ id: campaignId }: Campaign) => {
  const [invitation, setInvitation] = useState<Invitation>()
  const [revoke] = useRevokeInvitationMutation()
  const run = async () => {
    if (!invitation) return
    const { error } = await revoke({ campaignId, inviteId: invitation.id })
    if (error) toast.error(messageOf(error, 'The invitation could not be revoked. Please try again.'))
  }
  return {
    ask: setInvitation,
    dialog: (
      <ConfirmDialog
        opened={invitation !== undefined}
        title="Revoke this invitation?"
        text="Nobody can join with this link any more. Those who joined with it stay."
        confirm="Revoke"
        danger
        onConfirm={run}
        onClose={() => setInvitation(undefined)}
      />
    ),
  }
}
