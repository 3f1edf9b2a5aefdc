import { supportLink, withoutSupport } from '#domain/support-contact.ts'
import { useAuthOptionsQuery } from '../data/platform.ts'

/** A text in which "contact support" leads to the contact of this installation; without one the text states that there is none. */
export const SupportText = ({ text }: { text: string }) => {
  const at = text.search(/contact support/i)
  const { data } = useAuthOptionsQuery(undefined, { skip: at < 0 })
  if (at < 0 || !data) return text
  if (data.supportContact === null) return withoutSupport(text)
  const end = at + 'contact support'.length
  return (
    <>
      {text.slice(0, at)}
      <a href={supportLink(data.supportContact)} target="_blank" rel="noreferrer">
        {text.slice(at, end)}
      </a>
      {text.slice(end)}
    </>
  )
}
