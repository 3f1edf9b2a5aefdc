import { Button } from '@mantine/core'
import { IconBrandDiscord, IconKey } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Connections } from '#domain/connections.ts'
import { messageOf } from '../../base/problem.ts'
import { useConnectDiscordMutation, useConnectionsQuery, useDisconnectDiscordMutation } from '../../data/connections.ts'
import { useMe } from '../../data/me.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { toast } from '../../ui/toast.ts'
import { Connection } from './Connection.tsx'
import classes from './connections.module.css'
import { connectGoogleFailed, GoogleConnection } from './GoogleConnection.tsx'
import { StoryVaultConnection } from './StoryVaultConnection.tsx'
import { TabLoading } from './TabLoading.tsx'

const failures = {
  connectDiscord: 'Failed to connect Discord account. Please try again.',
  disconnectDiscord: 'Failed to disconnect Discord account. Please try again.',
}

/** Accounts of other services that are connected to the user's own. */
export const ConnectionsTab = () => {
  const me = useMe()
  const { data, isError, refetch } = useConnectionsQuery(undefined, { refetchOnMountOrArgChange: true })
  useReturn()
  if (isError && !data) return <ErrorState text="Failed to load your connections" onRetry={() => void refetch()} />
  if (!data) return <TabLoading onRetry={refetch} />
  const isOwn = me.impersonatedBy === null
  return (
    <div className={classes.connections}>
      <GoogleConnection connections={data} isOwn={isOwn} />
      <Discord connections={data} isOwn={isOwn} />
      <StoryVaultConnection connections={data} isOwn={isOwn} />
      <p className={classes.other}>
        <IconKey size={15} aria-hidden="true" />
        <span>
          {data.hasPassword ? 'You can also sign in with your password.' : 'You can also sign in with a password.'} It
          is under <Link to="?tab=security">Security</Link>.
        </span>
      </p>
      {!isOwn && <p className={classes.sentence}>Only this person can change their connections.</p>}
    </div>
  )
}

/** Shows the result after the redirect back from the other service once, and removes its query parameter from the URL. */
const useReturn = () => {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const discord = query.get('discordConnected')
  const google = query.get('googleConnected')
  useEffect(() => {
    if (discord === null && google === null) return
    if (discord === 'true') toast.success('Discord account connected successfully!')
    else if (discord !== null) toast.error(failures.connectDiscord)
    if (google === 'true') toast.success('Google account connected successfully!')
    else if (google !== null) toast.error(connectGoogleFailed)
    void navigate({ search: '?tab=connections' }, { replace: true })
  }, [discord, google, navigate])
}

interface Props {
  connections: Connections
  /** False for impersonators, who see the connections but cannot change them. */
  isOwn: boolean
}

const Discord = ({ connections: { discord }, isOwn }: Props) => {
  const [connect, { isLoading }] = useConnectDiscordMutation()
  const [disconnect] = useDisconnectDiscordMutation()
  const [isAsking, setAsking] = useState(false)

  const begin = async () => {
    const { data, error } = await connect()
    if (data) return window.location.assign(data)
    toast.error(messageOf(error, failures.connectDiscord))
  }
  const end = async () => {
    const { error } = await disconnect()
    if (error) return toast.error(failures.disconnectDiscord)
    toast.success('Discord account disconnected successfully.')
  }

  return (
    <Connection
      name="Discord"
      icon={<IconBrandDiscord size={18} aria-hidden="true" />}
      isOffered={discord.isOffered}
      isConnected={discord.handle !== null}
      handle={discord.handle}
      text="Shows your Discord name here and to the people who run this Loreloom. We read your name and no messages."
    >
      {discord.handle === null ? (
        <Button disabled={!isOwn} loading={isLoading} onClick={() => void begin()} aria-label="Connect Discord">
          Connect
        </Button>
      ) : (
        <Button disabled={!isOwn} onClick={() => setAsking(true)} aria-label="Disconnect Discord">
          Disconnect
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        title="Disconnect Discord?"
        text={`“${discord.handle ?? ''}” is no longer shown. Nothing that you wrote changes, and you can connect it again.`}
        confirm="Disconnect"
        danger
        onConfirm={end}
        onClose={() => setAsking(false)}
      />
    </Connection>
  )
}
