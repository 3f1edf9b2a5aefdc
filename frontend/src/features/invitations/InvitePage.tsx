import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { forgetInvite, rememberInvite } from '../../base/pending-invite.ts'
import { messageOf, statusOf } from '../../base/problem.ts'
import { useInvitedQuery } from '../../data/invitations.ts'
import { useMeQuery } from '../../data/me.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { Drawing } from '../../ui/drawings.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { Invitation } from './Invitation.tsx'
import classes from './invitation.module.css'
import { JoinActions } from './JoinActions.tsx'

/** The page of an invitation link: anyone may view it, and signed-in users may join the campaign. */
export const InvitePage = () => {
  const { inviteCode: code = '' } = useParams()
  const me = useMeQuery()
  const { currentData: invited, error, isFetching, refetch } = useInvitedQuery(code)
  const isDead = error !== undefined && [404, 410].includes(statusOf(error))

  useEffect(() => rememberInvite(code), [code])
  // Forgets a link that will never work: each sign-in would lead to it again.
  useEffect(() => {
    if (isDead) forgetInvite()
  }, [isDead])

  const isSessionKnown = me.data !== undefined || me.error !== undefined
  if (invited && isSessionKnown)
    return (
      <Frame title={`Join ${invited.campaignName}`}>
        <Invitation invited={invited} />
        <JoinActions code={code} invited={invited} isSignedIn={me.data !== undefined && me.error === undefined} />
      </Frame>
    )
  if (error && !isFetching)
    return (
      <Frame title="Invalid Invitation">
        <div className={classes.fault} role="alert">
          <Drawing subject="chairs" />
          <h1>Invalid Invitation</h1>
          <p>{messageOf(error, 'Failed to load campaign invitation')}</p>
        </div>
        <div className={classes.acts}>
          {!isDead && <Button onClick={() => void refetch()}>Try Again</Button>}
          <Button component={Link} to="/" variant="filled" onClick={forgetInvite}>
            Return Home
          </Button>
        </div>
      </Frame>
    )
  return (
    <Frame title="Invitation">
      <Delayed>
        <Waiting />
      </Delayed>
    </Frame>
  )
}

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={classes.page}>
    <title>{`${title} · Loreloom`}</title>
    <Logo size={24} />
    <main className={classes.root}>{children}</main>
  </div>
)
