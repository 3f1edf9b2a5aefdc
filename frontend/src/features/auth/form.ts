/** The forms of the sign-in page. */
export type Mode = 'signIn' | 'signUp' | 'reset' | 'support'

/** Props of all forms. They share the email address, so that switching between forms preserves it. */
export interface FormProps {
  email: string
  setEmail: (email: string) => void
  go: (mode: Mode) => void
  from: string | null
  /** Called once the user is signed in. The page then navigates to its target. */
  onSignedIn: () => void
}
