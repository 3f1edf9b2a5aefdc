import type Quill from 'quill/core.js'
import { createPortal } from 'react-dom'
import type { Mention as MentionValue } from '#domain/text-formats.ts'
import { Picture } from '../reading/Embed.tsx'
import { Mention } from '../reading/Mention.tsx'
import { type Filled, TableBlot } from './blots.ts'
import type { Steps } from './create-quill.ts'
import { TableEditor } from './TableEditor.tsx'

const keys = new WeakMap<Filled, string>()
let made = 0
const keyOf = (blot: Filled): string => {
  const key = keys.get(blot) ?? `${made++}`
  keys.set(blot, key)
  return key
}

interface Props {
  quill: Quill
  steps: Steps
  /** Told of the editor of the cell that is in hand; null once none is. */
  onCell: (cell: Quill | null) => void
}

const Filling = ({ blot, ...text }: Props & { blot: Filled }) => {
  if (blot instanceof TableBlot) return <TableEditor blot={blot} {...text} />
  if (blot.statics.blotName === 'image') return <Picture id={(blot.content as { id: string }).id} />
  return <Mention {...(blot.content as MentionValue)} />
}

/** What stands among the words of an editor, each in its place. */
export const Fillings = ({ filled, ...text }: Props & { filled: ReadonlySet<Filled> }) =>
  [...filled].map((blot) => createPortal(<Filling blot={blot} {...text} />, blot.host, keyOf(blot)))
