import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { linkHours } from '#domain/email-addresses.ts'
import { codeOf, messageOf, statusOf } from '../../base/problem.ts'
import { signInPath } from '../../base/session.ts'
import { useConfirmEmailMutation, useEmailAddressStateQuery } from '../../data/email.ts'
import { useMe } from '../../data/me.ts'
import { useSignOut } from '../../data/sign-out.ts'
import { outboxHint, useEmailLink } from '../../data/use-email-link.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import { AuthPage, leadId } from './AuthPage.tsx'
import { afterSignIn } from './after-sign-in.ts'
import classes from './auth.module.css'

const settings = '/account-settings?tab=email'

/** The page that an email verification link opens. The page's own request verifies the address; loading the URL alone does not. */
export const VerifyEmail = () => {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const [confirm, { data, error }] = useConfirmEmailMutation()
  const sentToken = useRef('')

  useEffect(() => {
    if (token === '' || sentToken.current === token) return
    sentToken.current = token
    void confirm({ token })
  }, [token, confirm])

  if (data) return <Verified email={data.email} isChange={data.isChange} />
  if (token === '')
    return <Unusable title="This link is not complete" text="Please open all of the link in your mail." />
  if (error) return <Refused error={error} onRetry={() => void confirm({ token })} />
  return (
    <AuthPage title="Verifying your address" text="This takes a moment.">
      <Waiting />
    </AuthPage>
  )
}

const Verified = ({ email, isChange }: { email: string; isChange: boolean }) => (
  <AuthPage
    title={isChange ? 'That is your address now' : 'Your address is verified'}
    text={
      isChange ? (
        <>
          From now on you sign in with <Address of={email} />.
        </>
      ) : (
        <>
          Thank you. <Address of={email} /> is yours, and what is meant for it reaches you from now on.
        </>
      )
    }
  >
    <GoOn isMain />
  </AuthPage>
)

/** Focuses the main button of the result, which replaces the waiting page. The page's text describes the button. */
const focusOn = (element: HTMLElement | null) => element?.focus()

const Address = ({ of }: { of: string }) => <b className={classes.address}>{of}</b>

const GoOn = ({ isMain = false }: { isMain?: boolean }) => (
  <Button
    component={Link}
    to={afterSignIn(null)}
    variant={isMain ? 'filled' : 'default'}
    size="lg"
    fullWidth
    {...(isMain && { ref: focusOn, 'aria-describedby': leadId })}
  >
    Go to Loreloom
  </Button>
)

const unusable: Readonly<Record<string, { title: string; text: string }>> = {
  email_link_expired: { title: 'This link has run out', text: `It worked for ${linkHours} hours.` },
  email_link_used: { title: 'This link was used before', text: 'Your address has changed since.' },
  email_link_ended: { title: 'This link counts no more', text: 'A later change took its place.' },
  email_taken: { title: 'This address is taken', text: 'Another account has it already. Nothing was changed.' },
}
const incomplete = {
  title: 'This link does not work',
  text: 'Please check that you opened all of the link in your mail.',
}

const Refused = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const code = codeOf(error)
  const text = messageOf(error, 'Your address could not be verified. Please try again.')
  if (code === 'email_link_of_another') return <OfAnother />
  if (code === 'not_as_somebody_else')
    return (
      <AuthPage title="Only this person can do this" text="Stop impersonating them, and ask them to open the link.">
        <GoOn isMain />
      </AuthPage>
    )
  const isLasting = statusOf(error) >= 400 && statusOf(error) < 500 && statusOf(error) !== 429
  if (isLasting) return <Unusable {...(unusable[code] ?? incomplete)} />
  return (
    <AuthPage title="That did not work" text={text}>
      <Button variant="filled" size="lg" fullWidth onClick={onRetry}>
        Try Again
      </Button>
    </AuthPage>
  )
}

/** Shown if the link was sent for another account than the signed-in one. It changes nothing here, and still works there. */
const OfAnother = () => {
  const { email } = useMe()
  const signOut = useSignOut()
  const here = `${location.pathname}${location.search}`
  return (
    <AuthPage
      title="This link belongs to another account"
      text={
        <>
          You are signed in with <Address of={email} />. Sign in to the account that the link was sent for; the link
          still works there.
        </>
      }
    >
      <Choices>
        <Button
          variant="filled"
          size="lg"
          fullWidth
          ref={focusOn}
          aria-describedby={leadId}
          onClick={() => void signOut(signInPath(here))}
        >
          Use the Other Account
        </Button>
        <GoOn />
      </Choices>
    </AuthPage>
  )
}

/** The link is permanently invalid. An unverified address can request another link here. */
const Unusable = ({ title, text }: { title: string; text: string }) => {
  const { data } = useEmailAddressStateQuery()
  const { role } = useMe()
  const { label, isLoading, isPaused, run } = useEmailLink(data)
  const isNeeded = data && (!data.isVerified || data.waiting !== null)
  const email = data?.waiting?.email ?? data?.email ?? ''
  return (
    <AuthPage
      title={title}
      text={
        <>
          {text}
          {data && !isNeeded && (
            <>
              {' '}
              Your address is <Address of={email} />, and it is verified.
            </>
          )}
        </>
      }
    >
      <Choices>
        {isNeeded && (
          <>
            <Button
              variant="filled"
              size="lg"
              fullWidth
              loading={isLoading}
              disabled={isPaused}
              onClick={() => void run()}
            >
              {label}
            </Button>
            <p className={classes.lead} role="status">
              {isPaused && data.sendsMail && (
                <>
                  The newest link went to <Address of={email} />.
                </>
              )}
              {!data.sendsMail && outboxHint(role)}
            </p>
          </>
        )}
        <Button component={Link} to={settings} size="lg" fullWidth>
          Email Settings
        </Button>
      </Choices>
    </AuthPage>
  )
}

const Choices = ({ children }: { children: ReactNode }) => <div className={classes.choices}>{children}</div>
