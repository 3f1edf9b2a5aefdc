import { Fragment, type ReactNode } from 'react'
import type { Piece } from './blocks.ts'
import { useAround } from './context.ts'
import { Embed } from './Embed.tsx'
import { linkTarget } from './link-target.ts'

/** From the inside out. */
const marks: Record<string, (inner: ReactNode) => ReactNode> = {
  code: (inner) => <code>{inner}</code>,
  strike: (inner) => <s>{inner}</s>,
  underline: (inner) => <u>{inner}</u>,
  italic: (inner) => <em>{inner}</em>,
  bold: (inner) => <strong>{inner}</strong>,
}

const marked = (inner: ReactNode, attributes: Piece['attributes']): ReactNode => {
  let node = inner
  for (const [name, mark] of Object.entries(marks)) if (attributes[name] === true) node = mark(node)
  const target = linkTarget(attributes.link)
  return target ? (
    <a href={target} {...(target.startsWith('/') ? {} : { target: '_blank', rel: 'noopener noreferrer nofollow' })}>
      {node}
    </a>
  ) : (
    node
  )
}

/** One letter of the text, however many it shows. */
const Standing = ({ embed }: { embed: Record<string, unknown> }) => (
  <span data-embed>
    <Embed embed={embed} />
  </span>
)

/** The words of a line with their marks, and what stands among them. */
export const Pieces = ({ pieces }: { pieces: readonly Piece[] }) => {
  const { mark } = useAround()
  return pieces.map(({ insert, attributes }, n) => {
    const piece = marked(typeof insert === 'string' ? insert : <Standing embed={insert} />, attributes)
    return <Fragment key={n}>{mark ? mark(piece, attributes) : piece}</Fragment>
  })
}
