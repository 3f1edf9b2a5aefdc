import { supportLink, withoutSupport } from '#domain/support-contact.ts'

/** Returns true if a text refers to the support of this installation. */
export const namesSupport = (text: string): boolean => /contact support/i.test(text)

interface Props {
  text: string
  /** Null if the installation has none; undefined while loading. */
  contact: string | null | undefined
}

/** Links "contact support" to this installation's contact; without one the text states that there is none. */
export const WithSupport = ({ text, contact }: Props) => {
  const at = text.search(/contact support/i)
  if (at < 0 || contact === undefined) return text
  if (contact === null) return withoutSupport(text)
  const end = at + 'contact support'.length
  return (
    <>
      {text.slice(0, at)}
      <a href={supportLink(contact)} target="_blank" rel="noreferrer">
        {text.slice(at, end)}
      </a>
      {text.slice(end)}
    </>
  )
}
