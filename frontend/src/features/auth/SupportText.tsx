import { useEffect, useState } from 'react'
import { namesSupport, WithSupport } from '../../ui/WithSupport.tsx'
import { supportContact } from './requests.ts'

/** A text of the sign-in pages that may name the support of this installation. */
export const SupportText = ({ text }: { text: string }) => {
  const [contact, setContact] = useState<string | null>()
  const isNamed = namesSupport(text)
  useEffect(() => {
    if (isNamed) void supportContact().then(setContact)
  }, [isNamed])
  return <WithSupport text={text} contact={contact} />
}
