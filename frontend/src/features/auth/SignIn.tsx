import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useMeQuery } from '../../data/me.ts'
import { afterSignIn } from './after-sign-in.ts'
import type { Mode } from './form.ts'
import { ResetForm } from './ResetForm.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SignUpForm } from './SignUpForm.tsx'

const forms = { signIn: SignInForm, signUp: SignUpForm, reset: ResetForm }

const modeOf = (query: URLSearchParams): Mode =>
  query.get('signup') === 'true' ? 'signUp' : query.get('reset') === 'true' ? 'reset' : 'signIn'

/** How many entries of the history below this one are forms too: nobody who is signed in comes back to them. */
const formsBelow = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'formsBelow' in state ? Number(state.formsBelow) : 0

/** `?signup=true` is signing up, `?reset=true` asking for a reset link, so that Back leads from one to the other; `?from=` is where to go afterwards. Someone who is signed in goes there at once. */
export const SignIn = () => {
  const [query, setQuery] = useSearchParams()
  const [email, setEmail] = useState('')
  const below = formsBelow(useLocation().state)
  const { data, isError } = useMeQuery()
  const from = query.get('from')
  if (data && !isError) return <SignedIn to={afterSignIn(from)} below={below} />
  const Form = forms[modeOf(query)]
  const go = (mode: Mode) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('signup')
        next.delete('reset')
        next.delete('error')
        if (mode === 'signUp') next.set('signup', 'true')
        if (mode === 'reset') next.set('reset', 'true')
        return next
      },
      // Returning is not one more page to go back through.
      mode === 'signIn'
        ? { replace: true, state: { formsBelow: below } }
        : { replace: false, state: { formsBelow: below + 1 } },
    )
  return <Form email={email} setEmail={setEmail} go={go} from={from} />
}

/** Where they were going stands in place of the first of the forms. */
const SignedIn = ({ to, below }: { to: string; below: number }) => {
  const navigate = useNavigate()
  const lead = useEffectEvent(() => (below > 0 ? navigate(-below) : navigate(to, { replace: true })))
  useEffect(() => void lead(), [below])
  return null
}
