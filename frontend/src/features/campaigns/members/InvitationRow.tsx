import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { Invitation } from '#projections/answers.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { dateOf } from '../../../ui/dates.ts'
import classes from './members.module.css'
import { useCopying } from './use-copying.ts'

interface Props {
  invitation: Invitation
  state: Invitation['state']
  onRevoke?: () => void
}

const wordOf = ({ expiresAt, revokedAt }: Invitation, state: Invitation['state']): string => {
  if (state === 'revoked' && revokedAt) return `Revoked ${dateOf(revokedAt)}`
  if (expiresAt === null) return 'Does not expire'
  return `${state === 'expired' ? 'Expired' : 'Expires'} ${dateOf(expiresAt)}`
}

/** One invitation: its link, expiry and author. */
export const InvitationRow = ({ invitation, state, onRevoke }: Props) => {
  const { link, createdByName } = invitation
  const { field, isCopied, copy } = useCopying(link)
  const isOpen = state === 'open'
  return (
    <li className={classes.row} data-state={state}>
      {isOpen && (
        <div className={classes.link}>
          <input
            ref={field}
            readOnly
            value={link}
            aria-label={`Invitation link by ${createdByName}`}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            size="xs"
            leftSection={isCopied ? <IconCheck size={15} /> : <IconCopy size={15} />}
            onClick={() => void copy()}
          >
            {isCopied ? 'Copied' : 'Copy Link'}
          </Button>
        </div>
      )}
      <div className={classes.facts}>
        {!isOpen && <Badge>{state === 'revoked' ? 'Revoked' : 'Expired'}</Badge>}
        <span className="num">{wordOf(invitation, state)}</span>
        <span>
          by <bdi>{createdByName}</bdi>
        </span>
        {onRevoke && (
          <Button size="xs" data-danger className={classes.revoke} onClick={onRevoke}>
            Revoke
          </Button>
        )}
      </div>
    </li>
  )
}
