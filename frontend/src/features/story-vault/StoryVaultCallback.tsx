import { Button } from '@mantine/core'
import { IconVault } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { openOverlay } from '../../base/overlay.ts'
import { codeOf, messageOf } from '../../base/problem.ts'
import { forgetStoryVaultReturn, storyVaultReturn } from '../../base/story-vault-return.ts'
import { useStoreUserTokenMutation } from '../../data/connections.ts'
import { LogoMark } from '../../ui/Logo.tsx'
import { Page } from '../../ui/PageHeader.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './story-vault-callback.module.css'

const tab = '/account-settings?tab=connections'
const failure = 'Something went wrong connecting to Story Vault. Please contact support if the problem persists.'
/** Milliseconds for which each text can be read. */
const readable = { connecting: 600, connected: 1200 }

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const movesCalmly = () => !matchMedia('(prefers-reduced-motion: reduce)').matches

type Phase = 'connecting' | 'connected' | 'unconfirmed' | { failure: string }

/** The page to which Story Vault redirects the browser. It always leads on to the tab of connections. */
export const StoryVaultCallback = () => {
  const { phase, connect, leave } = useConnection()
  if (phase === 'connecting')
    return (
      <Connecting state="connecting" title="Connecting...">
        <p>Story Vault has sent you back. We are checking it.</p>
      </Connecting>
    )
  if (phase === 'connected')
    return (
      <Connecting state="connected" title="Connected!">
        <p>Taking you to Connections.</p>
      </Connecting>
    )
  if (phase === 'unconfirmed')
    return (
      <Connecting state="connecting" title="Connect Story Vault to this account?">
        <p>
          This was not begun here in the last ten minutes. Connect it only if you have just come from Story Vault, with
          an account of your own.
        </p>
        <div className={classes.acts}>
          <Button onClick={leave} data-autofocus>
            Cancel
          </Button>
          <Button variant="filled" onClick={() => void connect(true)}>
            Connect
          </Button>
        </div>
      </Connecting>
    )
  return <Failed text={phase.failure} onLeave={leave} />
}

/** Sends the token once, and again only when the user confirms it. */
const useConnection = () => {
  const [arrival] = useState(storyVaultReturn)
  const [store] = useStoreUserTokenMutation()
  const [phase, setPhase] = useState<Phase>('connecting')
  const navigate = useNavigate()
  const hasBegun = useRef(false)

  const leave = () => {
    forgetStoryVaultReturn()
    void navigate(tab, { replace: true })
  }
  const connect = async (isConfirmed: boolean) => {
    if (!arrival) return
    setPhase('connecting')
    const { token, state } = arrival
    const body = { token, type: 'STORY_VAULT' as const, isConfirmed, ...(state !== undefined && { state }) }
    const [{ error }] = await Promise.all([store(body), wait(readable.connecting)])
    if (codeOf(error) === 'story_vault_unconfirmed') return setPhase('unconfirmed')
    forgetStoryVaultReturn()
    if (error) return setPhase({ failure: messageOf(error, failure) })
    setPhase('connected')
    if (movesCalmly()) await wait(readable.connected)
    leave()
  }

  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    if (arrival && !arrival.isCancelled) return void connect(false)
    if (arrival) toast.info('Story Vault was not connected.')
    leave()
  })
  return { phase, connect, leave }
}

const Failed = ({ text, onLeave }: { text: string; onLeave: () => void }) => {
  const [title = '', ...rest] = text.split(/(?<=\.) /)
  return (
    <Connecting state="failed" title={title}>
      {rest.length > 0 && <p>{rest.join(' ')}</p>}
      <div className={classes.acts}>
        <Button onClick={() => openOverlay({ kind: 'support', type: '' })}>Support Center</Button>
        <Button variant="filled" onClick={onLeave}>
          Back to Connections
        </Button>
      </div>
    </Connecting>
  )
}

const focusOn = (element: HTMLElement | null) => element?.focus()

const Connecting = ({
  state,
  title,
  children,
}: {
  state: 'connecting' | 'connected' | 'failed'
  title: string
  children: ReactNode
}) => (
  <Page>
    <title>Story Vault · Loreloom</title>
    <div className={classes.page}>
      <div className={classes.ends} data-state={state} aria-hidden="true">
        <span>
          <LogoMark size={30} />
        </span>
        <i />
        <span>
          <IconVault size={28} />
        </span>
      </div>
      {/* Focus moves to each result, so that it is read aloud. */}
      <h1 key={title} ref={focusOn} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  </Page>
)
