import { WithSupport } from '../../ui/WithSupport.tsx'

/** Renders a text of the sign-in pages, in which “contact support” becomes a link to the support form for visitors. */
export const SupportText = ({ text }: { text: string }) => (
  <WithSupport text={text} link={(label) => <a href="/auth/login?support=true">{label}</a>} />
)
