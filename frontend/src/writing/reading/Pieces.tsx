import { Fragment, type ReactNode } from 'react'
import type { Piece } from './blocks.ts'
import { useAround } from './context.ts'
import { Embed } from './Embed.tsx'
import { linkTarget } from './link-target.ts'

/** Elements of the formats, from the innermost to the outermost. */
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

/** An embed counts as one character, regardless of its content. */
const EmbedCharacter = ({ embed }: { embed: Record<string, unknown> }) => (
  <span data-embed>
    <Embed embed={embed} />
  </span>
)

/** The text and embeds of a line with their formats. */
export const Pieces = ({ pieces }: { pieces: readonly Piece[] }) => {
  const { mark } = useAround()
  return pieces.map(({ insert, attributes }, n) => {
    const piece = marked(typeof insert === 'string' ? insert : <EmbedCharacter embed={insert} />, attributes)
    return <Fragment key={n}>{mark ? mark(piece, attributes) : piece}</Fragment>
  })
}
