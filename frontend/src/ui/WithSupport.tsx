import type { ReactNode } from 'react'

const named = /contact support/i

interface Props {
  text: string
  /** Renders the link to support with this label. */
  link: (label: string) => ReactNode
}

/** Links "contact support" in a text. */
export const WithSupport = ({ text, link }: Props) => {
  const at = text.search(named)
  if (at < 0) return text
  const end = at + 'contact support'.length
  return (
    <>
      {text.slice(0, at)}
      {link(text.slice(at, end))}
      {text.slice(end)}
    </>
  )
}
