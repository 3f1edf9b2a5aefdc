import { Button } from '@mantine/core'
import { IconBan, IconListTree, IconMail, IconTrash, IconUserShield } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { AdminUser } from '#domain/me.ts'
import { isAdmin, isAuditor } from '#domain/roles.ts'
import { ReasonDialog } from '../../../base/ReasonDialog.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './edit-user.module.css'
import { ImpersonateDialog } from './ImpersonateDialog.tsx'
import { usePeople } from './use-people.ts'

interface Props {
  user: AdminUser
  isSelf: boolean
}

/** Actions that apply at once, and not when the form is saved. */
export const Actions = ({ user, isSelf }: Props) => {
  const [asked, setAsked] = useState<Asked>()
  return (
    <div>
      <Action title="Event stream" text="Everything this user did, and everything done for them.">
        <Button component={Link} to={`/admin/users/${user.id}/events`} leftSection={<IconListTree size={15} />}>
          View events
        </Button>
      </Action>
      <Action title="Impersonate" text={impersonationText(user, isSelf)}>
        <Button
          leftSection={<IconUserShield size={15} />}
          disabled={isSelf || isAdmin(user.role) || isAuditor(user.role) || user.banned}
          onClick={() => setAsked('impersonate')}
        >
          Impersonate
        </Button>
      </Action>
      <Action title="Password" text={`Sends a link to choose a new password to ${user.email}.`}>
        <Button leftSection={<IconMail size={15} />} onClick={() => setAsked('reset')}>
          Reset password
        </Button>
      </Action>
      {user.banned ? (
        <Action title="Banned" text={user.banReason ?? 'This user cannot sign in.'}>
          <Button leftSection={<IconBan size={15} />} onClick={() => setAsked('unban')}>
            Unban
          </Button>
        </Action>
      ) : (
        <Action
          title="Ban"
          text={isSelf ? 'You cannot ban yourself.' : 'Ends every session of this user and refuses new ones.'}
        >
          <Button data-danger leftSection={<IconBan size={15} />} disabled={isSelf} onClick={() => setAsked('ban')}>
            Ban
          </Button>
        </Action>
      )}
      <Action title="Delete account" text="What they made and what the log says of them would have to go with it.">
        <Button
          data-danger
          leftSection={<IconTrash size={15} />}
          onClick={() => toast.info('User deletion feature not yet implemented')}
        >
          Delete account
        </Button>
      </Action>
      {asked && <AskedDialog asked={asked} user={user} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

/** The actions that need a reason. */
type Asked = 'impersonate' | 'reset' | 'ban' | 'unban'

const AskedDialog = ({ asked, user, onClose }: { asked: Asked; user: AdminUser; onClose: () => void }) => {
  const people = usePeople()
  if (asked === 'impersonate') return <ImpersonateDialog user={user} onClose={onClose} />
  const { act, title, text, description, run } = {
    reset: {
      act: 'Send Link',
      title: `Send ${user.name} a link to set a password?`,
      text: `It goes to ${user.email}.`,
      description: undefined,
      run: (reason: string) => people.sendReset(user, reason),
    },
    ban: {
      act: 'Ban',
      title: `Ban ${user.name}?`,
      text: 'They are signed out everywhere at once, and cannot sign in until they are unbanned.',
      description: 'The user is told. It is kept in the event log, with your name.',
      run: (reason: string) => people.ban(user.id, reason),
    },
    unban: {
      act: 'Unban',
      title: `Unban ${user.name}?`,
      text: 'They can sign in again.',
      description: undefined,
      run: (reason: string) => people.unban(user.id, reason),
    },
  }[asked]
  const submit = async (reason: string) => {
    const isDone = await run(reason)
    if (isDone) onClose()
    return isDone
  }
  return (
    <ReasonDialog
      title={title}
      act={act}
      otherwise="Failed to update user"
      onReason={submit}
      onClose={onClose}
      {...(description === undefined ? {} : { description })}
    >
      {text}
    </ReasonDialog>
  )
}

const impersonationText = (user: AdminUser, isSelf: boolean): string => {
  if (isSelf) return 'This is you.'
  if (isAdmin(user.role)) return 'Admins cannot be impersonated.'
  if (isAuditor(user.role)) return 'Auditors cannot be impersonated.'
  if (user.banned) return 'They are banned, and nobody signs in to their account.'
  return 'Shows the app as this user sees it. What you do is recorded as theirs, with your name beside it.'
}

const Action = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className={classes.action}>
    <div>
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
    {children}
  </section>
)
