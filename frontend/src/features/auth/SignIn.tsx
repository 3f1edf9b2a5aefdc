import { useEffect, useEffectEvent, useState } from 'react'
import { afterSignIn } from './after-sign-in.ts'
import type { Mode } from './form.ts'
import { usePages } from './pages.tsx'
import { ResetForm } from './ResetForm.tsx'
import { isSignedIn } from './requests.ts'
import { SignInForm } from './SignInForm.tsx'
import { SignUpForm } from './SignUpForm.tsx'

const forms = { signIn: SignInForm, signUp: SignUpForm, reset: ResetForm }

const modeOf = (query: URLSearchParams): Mode =>
  query.get('signup') === 'true' ? 'signUp' : query.get('reset') === 'true' ? 'reset' : 'signIn'

/** The number of earlier history entries that are forms too, which a signed-in user skips. */
const formsBelow = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'formsBelow' in state ? Number(state.formsBelow) : 0

/**
 * `?signup=true` opens the registration, `?reset=true` the request for a reset link, so that Back leads from one to the
 * other; `?from=` is the target afterwards. A signed-in user is redirected there at once.
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
    next.delete('signup')
    next.delete('reset')
    next.delete('error')
    if (mode === 'signUp') next.set('signup', 'true')
    if (mode === 'reset') next.set('reset', 'true')
    // Navigating back adds no history entry.
    const isReturn = mode === 'signIn'
    goTo(`/auth/login${next.size > 0 ? `?${next}` : ''}`, {
      replace: isReturn,
      state: { formsBelow: isReturn ? below : below + 1 },
    })
  }
  return <Form email={email} setEmail={setEmail} go={go} from={from} onSignedIn={() => setIn(true)} />
}

/** The target replaces the first of the forms in the history. */
const SignedIn = ({ to, below }: { to: string; below: number }) => {
  const { go } = usePages()
  const lead = useEffectEvent(() => (below > 0 ? history.go(-below) : go(to, { replace: true })))
  useEffect(() => lead(), [below])
  return null
}
