import { Button } from '@mantine/core'
import {
  IconCircleCheck,
  IconExternalLink,
  IconMessageCircle,
  IconMicrophone,
  IconNotebook,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { enjoys } from '#domain/entitlements.ts'
import { messageOf } from '../../base/problem.ts'
import { SupportText } from '../../base/SupportText.tsx'
import { useConnectionsQuery, useConnectStoryVaultMutation } from '../../data/connections.ts'
import { selectEntitlements, today, useMe } from '../../data/me.ts'
import { useAuthOptionsQuery } from '../../data/platform.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Drawing } from '../../ui/drawings.tsx'
import { Page } from '../../ui/PageHeader.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './story-vault.module.css'
import { Vault } from './Vault.tsx'

/** Explains Story Vault, or how backers of the tiers that include it redeem it. */
export const StoryVaultPage = () => {
  const me = useMe()
  const { data } = useAuthOptionsQuery()
  const campaign = useCampaign()
  const isForLife = enjoys(selectEntitlements(me), 'storyVaultForLife', today())
  const address = data?.links.storyVault
  return (
    <Page>
      <title>Story Vault · Loreloom</title>
      <div className={classes.page}>
        <div>{isForLife ? <ForLife address={address} /> : <Information address={address} />}</div>
        <div className={classes.drawing}>
          <Drawing subject="loom" />
        </div>
      </div>
      {campaign && <Vault key={campaign.id} campaign={campaign} />}
    </Page>
  )
}

/** Undefined while it is loading, and null where the installation names none. */
type Address = string | null | undefined

const Information = ({ address }: { address: Address }) => (
  <>
    <h1>Keep what was said at the table</h1>
    <p className={classes.lead}>
      Story Vault is another company’s service. It records your sessions and turns them into transcripts.
    </p>
    <ul className={classes.facts}>
      <Fact Icon={IconMicrophone} title="It records, we do not">
        Recordings are made and kept at Story Vault, under its terms and its price.
      </Fact>
      <Fact Icon={IconNotebook} title="You choose what comes over">
        Add a transcript to the vault of your campaign, below. It is for you and the DMs until you show it.
      </Fact>
      <Fact Icon={IconMessageCircle} title="Weavy can quote it">
        With the session that it is from, to those who may see that session.
      </Fact>
    </ul>
    <Connect />
    {address && (
      <a className={classes.out} href={address} target="_blank" rel="noreferrer">
        Visit Story Vault <IconExternalLink size={15} aria-hidden="true" />
      </a>
    )}
    {address === null && <p className={classes.note}>Story Vault is not set up on this installation.</p>}
  </>
)

/** Connects an account of Story Vault. Renders nothing if this installation connects none. */
const Connect = () => {
  const { impersonatedBy } = useMe()
  const { data } = useConnectionsQuery()
  const [connect, { isLoading }] = useConnectStoryVaultMutation()
  const begin = async () => {
    const { data: page, error } = await connect()
    if (page) return window.location.assign(page)
    toast.error(messageOf(error, 'Failed to connect Story Vault. Please try again.'))
  }
  if (!data?.storyVault.isOffered) return null
  if (data.storyVault.isConnected)
    return (
      <p className={classes.connection}>
        <IconCircleCheck size={18} aria-hidden="true" />
        <span>
          Your account there is connected. It is listed under{' '}
          <Link to="/account-settings?tab=connections">Connections</Link>.
        </span>
      </p>
    )
  return (
    <p className={classes.connection}>
      <Button
        variant="filled"
        size="lg"
        disabled={impersonatedBy !== null}
        loading={isLoading}
        onClick={() => void begin()}
      >
        Connect Story Vault
      </Button>
      <span>You sign in there and come back here.</span>
    </p>
  )
}

const Fact = ({ Icon, title, children }: { Icon: TablerIcon; title: string; children: ReactNode }) => (
  <li>
    <Icon size={18} aria-hidden="true" />
    <div>
      <b>{title}</b>
      <p>{children}</p>
    </div>
  </li>
)

const ForLife = ({ address }: { address: Address }) => {
  const { loreloomKickstarterTier: tier } = useMe()
  return (
    <>
      <p className={classes.tier}>
        <Badge colour="weld">{tier}</Badge> from your Loreloom pledge
      </p>
      <h1>Story Vault is yours for life</h1>
      <p className={classes.lead}>
        Your pledge includes it, so there is nothing to pay there. It has to be redeemed once, with an account at Story
        Vault.
      </p>
      <ol className={classes.facts}>
        <li data-done>
          <b>Your pledge is known here</b>
          <p>Nothing is left to do for it.</p>
        </li>
        <li>
          <b>Redeem it at Story Vault</b>
          <p>It opens in a new tab. Sign in there, or make an account.</p>
        </li>
      </ol>
      <Connect />
      {address && (
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          variant="filled"
          size="lg"
          rightSection={<IconExternalLink size={16} aria-hidden="true" />}
        >
          Redeem Lifetime Access
        </Button>
      )}
      {address === null && (
        <p className={classes.note}>
          <SupportText text="Story Vault is not set up on this installation. Please contact support to redeem it." />
        </p>
      )}
    </>
  )
}
