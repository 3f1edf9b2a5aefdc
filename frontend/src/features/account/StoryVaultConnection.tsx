import { Button } from '@mantine/core'
import { IconVault } from '@tabler/icons-react'
import { useState } from 'react'
import type { Connections } from '#domain/connections.ts'
import { messageOf } from '../../base/problem.ts'
import { useConnectStoryVaultMutation, useDisconnectStoryVaultMutation } from '../../data/connections.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { Connection } from './Connection.tsx'

const failed = 'Failed to disconnect Story Vault. Please try again.'

/** The user's account at Story Vault. Connecting leads to Story Vault, which redirects to the callback page. */
export const StoryVaultConnection = ({
  connections: { storyVault },
  isOwn,
}: {
  connections: Connections
  isOwn: boolean
}) => {
  const [connect, { isLoading }] = useConnectStoryVaultMutation()
  const [disconnect] = useDisconnectStoryVaultMutation()
  const [isAsking, setAsking] = useState(false)

  const begin = async () => {
    const { data, error } = await connect()
    if (data) return window.location.assign(data)
    toast.error(messageOf(error, 'Failed to connect Story Vault. Please try again.'))
  }
  const end = async () => {
    const { error } = await disconnect()
    if (error) return toast.error(messageOf(error, failed))
    toast.success('Story Vault disconnected successfully.')
  }

  return (
    <Connection
      name="Story Vault"
      icon={<IconVault size={18} aria-hidden="true" />}
      isOffered={storyVault.isOffered}
      isConnected={storyVault.isConnected}
      text="Connects your account at Story Vault, which records sessions. What it gives us is stored sealed and shown to nobody."
    >
      {storyVault.isConnected ? (
        <Button disabled={!isOwn} onClick={() => setAsking(true)} aria-label="Disconnect Story Vault">
          Disconnect
        </Button>
      ) : (
        <Button disabled={!isOwn} loading={isLoading} onClick={() => void begin()} aria-label="Connect Story Vault">
          Connect
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        title="Disconnect Story Vault?"
        text="Loreloom forgets your account there and asks Story Vault to end the connection. Your recordings stay with Story Vault, and you can connect it again."
        confirm="Disconnect"
        danger
        onConfirm={end}
        onClose={() => setAsking(false)}
      />
    </Connection>
  )
}
