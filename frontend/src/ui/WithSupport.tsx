import { supportLink, withoutSupport } from '#domain/support-contact.ts'

/** Whether a text names the support of this installation. */
export const namesSupport = (text: string): boolean => /contact support/i.test(text)

interface Props {
  text: string
  /** Null where the installation has none; undefined while that is not known. */
  contact: string | null | undefined
}

/** A text in which "contact support" leads to the contact of this installation; without one the text states that there is none. */
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
