import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { AuthPage } from './AuthPage.tsx'
import { afterSignIn } from './after-sign-in.ts'
import classes from './auth.module.css'
import type { FormProps, Mode } from './form.ts'
import { LinkRequest, useSendsMail } from './LinkRequest.tsx'
import { usePages } from './pages.tsx'
import { isSignedIn } from './requests.ts'
import { SignInForm } from './SignInForm.tsx'
import { SignUpForm } from './SignUpForm.tsx'

/** Requests a link after a forgotten password. */
const ResetForm = ({ email, setEmail, go }: FormProps) => {
  const isMailed = useSendsMail()
  return (
    <AuthPage
      title="Reset your password"
      text={
        isMailed
          ? 'We send you a link; it opens a page where you choose a new one.'
          : 'No mail is sent here. Request a link, then ask whoever runs this installation for it; it opens a page where you choose a new password.'
      }
    >
      <LinkRequest
        email={email}
        setEmail={setEmail}
        submit={isMailed ? 'Send Reset Link' : 'Request Reset Link'}
        isMailed={isMailed}
      />
      <p className={classes.switch}>
        Remembered it?{' '}
        <button type="button" className={classes.link} onClick={() => go('signIn')}>
          Back to sign in
        </button>
      </p>
    </AuthPage>
  )
}

const SupportForm = lazy(async () => ({ default: (await import('./SupportForm.tsx')).SupportForm }))

const forms = { signIn: SignInForm, signUp: SignUpForm, reset: ResetForm, support: SupportForm }

/** The query parameters that open the forms other than signing in. */
const parameters = { signUp: 'signup', reset: 'reset', support: 'support' } as const
type OtherMode = keyof typeof parameters
const otherModes = Object.keys(parameters) as OtherMode[]

const modeOf = (query: URLSearchParams): Mode =>
  otherModes.find((mode) => query.get(parameters[mode]) === 'true') ?? 'signIn'

/** Returns the number of preceding history entries that are sign-in forms, too. They are skipped after signing in. */
const formsBelow = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'formsBelow' in state ? Number(state.formsBelow) : 0

/**
 * `?signup=true` opens the registration, `?reset=true` the request for a reset link, `?support=true` the request for
 * support, so that Back leads from one to the other; `?from=` is the target afterwards. A signed-in user is redirected there at once.
 */
export const SignIn = () => {
  const { query, state, go: goTo } = usePages()
  const [email, setEmail] = useState('')
  const [isIn, setIn] = useState(false)
  useEffect(() => void isSignedIn().then(setIn), [])
  const below = formsBelow(state)
  const from = query.get('from')
  if (isIn) return <SignedIn to={afterSignIn(from)} below={below} />
  const Form = forms[modeOf(query)]
  const go = (mode: Mode) => {
    const next = new URLSearchParams(query)
    for (const name of [...Object.values(parameters), 'error']) next.delete(name)
    if (mode !== 'signIn') next.set(parameters[mode], 'true')
    // Navigating back adds no history entry.
    const isReturn = mode === 'signIn'
    goTo(`/auth/login${next.size > 0 ? `?${next}` : ''}`, {
      replace: isReturn,
      state: { formsBelow: isReturn ? below : below + 1 },
    })
  }
  const form = <Form email={email} setEmail={setEmail} go={go} from={from} onSignedIn={() => setIn(true)} />
  // React hydrates the content of a Suspense boundary later than the page, and early clicks would be lost.
  return Form === SupportForm ? <Suspense>{form}</Suspense> : form
}

/** Goes back to the first form in the history, if there are several, and then replaces it with the target. */
const SignedIn = ({ to, below }: { to: string; below: number }) => {
  const { go } = usePages()
  const lead = useEffectEvent(() => (below > 0 ? history.go(-below) : go(to, { replace: true })))
  useEffect(() => lead(), [below])
  return null
}
