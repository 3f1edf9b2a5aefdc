import { useAuthOptionsQuery } from '../data/platform.ts'
import { namesSupport, WithSupport } from '../ui/WithSupport.tsx'

/** A text of the app that may name the support of this installation. */
export const SupportText = ({ text }: { text: string }) => {
  const { data } = useAuthOptionsQuery(undefined, { skip: !namesSupport(text) })
  return <WithSupport text={text} contact={data?.supportContact} />
}
