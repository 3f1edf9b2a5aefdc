import { Button } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Connections } from '#domain/connections.ts'
import { freshMinutes } from '#domain/security.ts'
import { codeOf, messageOf } from '../../base/problem.ts'
import { signInPath } from '../../base/session.ts'
import { useConnectGoogleMutation, useDisconnectGoogleMutation } from '../../data/connections.ts'
import { useSignOut } from '../../data/sign-out.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { Connection } from './Connection.tsx'

export const connectGoogleFailed = 'Failed to connect Google account. Please try again.'
const disconnectGoogleFailed = 'Failed to disconnect Google account. Please try again.'

type Question = 'disconnect' | 'sign in again'

interface Props {
  connections: Connections
  /** False for impersonators, who see the connection but cannot change it. */
  isOwn: boolean
}

/** The Google account with which the user can sign in. The server accepts changes only shortly after a sign-in. */
export const GoogleConnection = ({ connections: { google, hasPassword }, isOwn }: Props) => {
  const [question, setQuestion] = useState<Question>()
  const close = () => setQuestion(undefined)
  const { connect, isConnecting, disconnect } = useGoogleConnection(hasPassword, () => setQuestion('sign in again'))

  return (
    <Connection
      name="Google"
      icon={<IconBrandGoogle size={18} aria-hidden="true" />}
      isOffered={google.isOffered}
      isConnected={google.isConnected}
      text="Signs you in without a password. We get your name and your address from Google, and nothing else."
    >
      {google.isConnected ? (
        <Button disabled={!isOwn} onClick={() => setQuestion('disconnect')} aria-label="Disconnect Google">
          Disconnect
        </Button>
      ) : (
        <Button disabled={!isOwn} loading={isConnecting} onClick={() => void connect()} aria-label="Connect Google">
          Connect
        </Button>
      )}
      <ConfirmDialog
        opened={question === 'disconnect'}
        title={hasPassword ? 'Disconnect Google?' : 'Google is your only way in'}
        text={
          hasPassword
            ? 'You sign in with your password from now on, and can connect Google again.'
            : 'Set a password first. Then you can disconnect it.'
        }
        confirm={hasPassword ? 'Disconnect' : 'Set a Password'}
        danger={hasPassword}
        onConfirm={disconnect}
        onClose={() => setQuestion((open) => (open === 'disconnect' ? undefined : open))}
      />
      <SignInAgain opened={question === 'sign in again'} onClose={close} />
    </Connection>
  )
}

/** Connects and disconnects Google; `onStale` is called where the server requires a new sign-in first. */
const useGoogleConnection = (hasPassword: boolean, onStale: () => void) => {
  const [begin, { isLoading: isConnecting }] = useConnectGoogleMutation()
  const [end] = useDisconnectGoogleMutation()
  const navigate = useNavigate()
  const report = (error: unknown, otherwise: string) =>
    codeOf(error) === 'sign_in_again' ? onStale() : void toast.error(messageOf(error, otherwise))

  const connect = async () => {
    const { data, error } = await begin()
    if (data) return window.location.assign(data)
    report(error, connectGoogleFailed)
  }
  const disconnect = async () => {
    if (!hasPassword) return navigate('?tab=security')
    const { error } = await end()
    if (error) return report(error, disconnectGoogleFailed)
    toast.success('Google account disconnected successfully.')
  }
  return { connect, isConnecting, disconnect }
}

/** Signs the user out after a confirmation. The sign-in page then leads back to this tab. */
const SignInAgain = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const signOut = useSignOut()
  return (
    <ConfirmDialog
      opened={opened}
      title="Sign in again first"
      text={`You signed in more than ${freshMinutes} minutes ago. Signing in again shows that it is you, and brings you back here.`}
      confirm="Sign In Again"
      onConfirm={() => signOut(signInPath('/account-settings?tab=connections'))}
      onClose={onClose}
    />
  )
}
