import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useMeQuery } from '../../data/me.ts'
import { afterSignIn } from './after-sign-in.ts'
import type { Mode } from './form.ts'
import { ResetForm } from './ResetForm.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SignUpForm } from './SignUpForm.tsx'

const forms = { signIn: SignInForm, signUp: SignUpForm, reset: ResetForm }

/** `?signup=true` begins with signing up, `?reset=true` with asking for a reset link; `?from=` is where to go afterwards. Someone who is signed in goes there at once. */
export const SignIn = () => {
  const [query] = useSearchParams()
  const [mode, setMode] = useState<Mode>(
    query.get('signup') === 'true' ? 'signUp' : query.get('reset') === 'true' ? 'reset' : 'signIn',
  )
  const [email, setEmail] = useState('')
  const [isDone, setDone] = useState(false)
  const { data, isError } = useMeQuery()
  const from = query.get('from')
  if (data && !isError && !isDone) return <Navigate to={afterSignIn(from)} replace />
  const Form = forms[mode]
  return <Form email={email} setEmail={setEmail} go={setMode} from={from} onDone={() => setDone(true)} />
}
