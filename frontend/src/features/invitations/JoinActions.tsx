import { Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Invited } from '#projections/answers.ts'
import { lastMethod } from '../../base/last-method.ts'
import { forgetInvite, rememberInvite } from '../../base/pending-invite.ts'
import { messageOf } from '../../base/problem.ts'
import { useCampaignsQuery } from '../../data/campaigns.ts'
import { useJoinMutation } from '../../data/invitations.ts'
import { useMe } from '../../data/me.ts'
import { selectCampaign } from '../../data/selected-campaign.ts'
import { toast } from '../../ui/toast.ts'
import classes from './invitation.module.css'

/** Joins a campaign and selects it. `join` resolves to the error of the request, or to undefined. */
const useJoining = (code: string, { campaignId, campaignName }: Invited) => {
  const me = useMe()
  const { data, refetch } = useCampaignsQuery()
  const [join] = useJoinMutation()
  const isMember = data?.rows.some(({ id }) => id === campaignId) ?? false
  return {
    isMember,
    async join(): Promise<unknown> {
      if (!isMember) {
        const { error } = await join(code)
        if (error) return error
        // The screens of a selected campaign need the campaign in the list.
        await refetch()
        toast.success(`Welcome to ${campaignName}!`)
      }
      forgetInvite()
      selectCampaign(me.id, campaignId)
      return undefined
    },
  }
}

interface Props {
  code: string
  invited: Invited
  isSignedIn: boolean
}

/** Actions for an invitation: join, sign in to join, or ignore it. */
export const JoinActions = ({ code, invited, isSignedIn }: Props) =>
  isSignedIn ? <Join code={code} invited={invited} /> : <SignInFirst code={code} />

const Later = () => (
  <Button component={Link} to="/" variant="subtle" size="lg" onClick={forgetInvite}>
    Maybe Later
  </Button>
)

const Join = ({ code, invited }: Omit<Props, 'isSignedIn'>) => {
  const [isBusy, setBusy] = useState(false)
  const joining = useJoining(code, invited)
  const navigate = useNavigate()
  const run = async () => {
    setBusy(true)
    const error = await joining.join()
    if (!error) return navigate('/collections', { replace: true })
    setBusy(false)
    toast.error(messageOf(error, 'Failed to join campaign'))
  }
  if (joining.isMember)
    return (
      <>
        <p className={classes.note}>
          <IconInfoCircle size={18} aria-hidden="true" />
          You are part of this campaign already.
        </p>
        <div className={classes.acts}>
          <Button variant="filled" size="lg" onClick={() => void run()} loading={isBusy}>
            Open Campaign
          </Button>
        </div>
      </>
    )
  return (
    <div className={classes.acts}>
      <Button variant="filled" size="lg" disabled={isBusy} onClick={() => void run()}>
        {isBusy ? 'Joining...' : 'Join Campaign'}
      </Button>
      {!isBusy && <Later />}
    </div>
  )
}

/** A browser without an earlier sign-in probably belongs to a new user, for whom registration comes first. */
const SignInFirst = ({ code }: { code: string }) => {
  const isNew = lastMethod(document.cookie) === undefined
  const remember = () => rememberInvite(code)
  const signIn = (
    <Button component="a" href="/auth/login" variant={isNew ? 'default' : 'filled'} size="lg" onClick={remember}>
      Sign In to Join
    </Button>
  )
  return (
    <>
      <div className={classes.note}>
        <IconInfoCircle size={18} aria-hidden="true" />
        <div>
          <b>Account Required</b>
          <p>Sign in or create an account, and you come back here to join.</p>
        </div>
      </div>
      <div className={classes.acts}>
        {isNew && (
          <Button component="a" href="/auth/login?signup=true" variant="filled" size="lg" onClick={remember}>
            Create Account to Join
          </Button>
        )}
        {signIn}
        <Later />
      </div>
    </>
  )
}
