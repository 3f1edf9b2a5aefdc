import { useState } from 'react'
import type { Invitation } from '#projections/answers.ts'
import { messageOf } from '../../../base/problem.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { useInvitationsQuery, useRevokeInvitationMutation } from '../../../data/invitations.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { toast } from '../../../ui/toast.ts'
import { InvitationRow } from './InvitationRow.tsx'
import { InviteForm } from './InviteForm.tsx'
import { stateOf, useNow } from './invitation-state.ts'
import classes from './members.module.css'

/** Revokes an invitation after a confirmation. */
const useRevoking = ({ id: campaignId }: Campaign) => {
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

/** The campaign's invitation links: open ones, and below them expired and revoked ones. */
export const Invitations = ({ campaign }: { campaign: Campaign }) => {
  const { data, error, refetch } = useInvitationsQuery(campaign.id)
  const revoking = useRevoking(campaign)
  const now = useNow(data?.rows.map(({ expiresAt }) => expiresAt) ?? [])
  const open = data?.rows.filter((row) => stateOf(row, now) === 'open') ?? []
  const past = data?.rows.filter((row) => stateOf(row, now) !== 'open') ?? []
  return (
    <section aria-labelledby="invitations-title">
      <h2 id="invitations-title" className={classes.title}>
        Invitations
      </h2>
      <p className={classes.note}>Whoever opens the link of an invitation can join {campaign.name} as a Player.</p>
      <InviteForm campaignId={campaign.id} />
      {open.length > 0 && (
        <ul className={classes.list} aria-label="Open invitations">
          {open.map((row) => (
            <InvitationRow key={row.id} invitation={row} state="open" onRevoke={() => revoking.ask(row)} />
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <details className={classes.past}>
          <summary>
            Past invitations <span className={`${classes.count} num`}>{past.length}</span>
          </summary>
          <ul className={classes.list} aria-label="Past invitations">
            {past.map((row) => (
              <InvitationRow key={row.id} invitation={row} state={stateOf(row, now)} />
            ))}
          </ul>
        </details>
      )}
      {error && !data && (
        <ErrorState text={messageOf(error, 'The invitations could not be loaded.')} onRetry={() => void refetch()} />
      )}
      {revoking.dialog}
    </section>
  )
}
