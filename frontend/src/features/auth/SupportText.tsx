import { WithSupport } from '../../ui/WithSupport.tsx'

/** A text of the sign-in pages that may name support: that opens the form for visitors. */
export const SupportText = ({ text }: { text: string }) => (
  <WithSupport text={text} link={(label) => <a href="/auth/login?support=true">{label}</a>} />
)
