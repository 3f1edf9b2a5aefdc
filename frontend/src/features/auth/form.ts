/** The forms of the sign-in page. */
export type Mode = 'signIn' | 'signUp' | 'reset' | 'support'

/** The forms share the address, so that switching between them preserves it. */
export interface FormProps {
  email: string
  setEmail: (email: string) => void
  go: (mode: Mode) => void
  from: string | null
  /** Leads on: the page knows where to. */
  onSignedIn: () => void
}
