import type { Campaign } from '../../../app/campaigns.ts'
import { messageOf } from '../../../app/problem.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useInvitationsQuery } from './api.ts'
import { InvitationRow } from './InvitationRow.tsx'
import { InviteForm } from './InviteForm.tsx'
import { stateOf, useNow } from './invitation-state.ts'
import { useRevoking } from './use-revoking.tsx'

/** Links that let people into the campaign: those that work, and below them those that no longer do. */
export const Invitations = ({ campaign }: { campaign: Campaign }) => {
  const { data, error, refetch } = useInvitationsQuery(campaign.id)
  const revoking = useRevoking(campaign)
  const now = useNow(data?.rows.map(({ expiresAt }) => expiresAt) ?? [])
  const open = data?.rows.filter((row) => stateOf(row, now) === 'open') ?? []
  const past = data?.rows.filter((row) => stateOf(row, now) !== 'open') ?? []
  return (
    <section aria-labelledby="invitations-title">
      <h2 id="invitations-title" className="mem-title">
        Invitations
      </h2>
      <p className="mem-note">Whoever opens the link of an invitation can join {campaign.name} as a Player.</p>
      <InviteForm campaignId={campaign.id} />
      {open.length > 0 && (
        <ul className="inv-list" aria-label="Open invitations">
          {open.map((row) => (
            <InvitationRow key={row.id} invitation={row} state="open" onRevoke={() => revoking.ask(row)} />
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <details className="inv-past">
          <summary>
            Past invitations <span className="mem-count num">{past.length}</span>
          </summary>
          <ul className="inv-list" aria-label="Past invitations">
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
