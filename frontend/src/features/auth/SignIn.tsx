import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useMeQuery } from '../../data/me.ts'
import { afterSignIn } from './after-sign-in.ts'
import type { Mode } from './form.ts'
import { ResetForm } from './ResetForm.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SignUpForm } from './SignUpForm.tsx'

const forms = { signIn: SignInForm, signUp: SignUpForm, reset: ResetForm }

const modeOf = (query: URLSearchParams): Mode =>
  query.get('signup') === 'true' ? 'signUp' : query.get('reset') === 'true' ? 'reset' : 'signIn'

/** `?signup=true` is signing up, `?reset=true` asking for a reset link, so that Back leads from one to the other; `?from=` is where to go afterwards. Someone who is signed in goes there at once. */
export const SignIn = () => {
  const [query, setQuery] = useSearchParams()
  const [email, setEmail] = useState('')
  const [isDone, setDone] = useState(false)
  const { data, isError } = useMeQuery()
  const from = query.get('from')
  if (data && !isError && !isDone) return <Navigate to={afterSignIn(from)} replace />
  const Form = forms[modeOf(query)]
  const go = (mode: Mode) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('signup')
        next.delete('reset')
        if (mode === 'signUp') next.set('signup', 'true')
        if (mode === 'reset') next.set('reset', 'true')
        return next
      },
      // Returning is not one more page to go back through.
      { replace: mode === 'signIn' },
    )
  return <Form email={email} setEmail={setEmail} go={go} from={from} onDone={() => setDone(true)} />
}
