import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Mention as MentionValue } from '#domain/text-formats.ts'
import { Picture } from '../reading/Embed.tsx'
import { Mention } from '../reading/Mention.tsx'
import type { Filled } from './blots.ts'

const keys = new WeakMap<Filled, string>()
let made = 0
const keyOf = (blot: Filled): string => {
  const key = keys.get(blot) ?? `${made++}`
  keys.set(blot, key)
  return key
}

/** Renders an image or a mention. */
export const inLine = (blot: Filled): ReactNode =>
  blot.statics.blotName === 'image' ? (
    <Picture id={(blot.content as { id: string }).id} />
  ) : (
    <Mention {...(blot.content as MentionValue)} />
  )

interface Props {
  filled: ReadonlySet<Filled>
  fill: (blot: Filled) => ReactNode
}

/** Renders the embeds of an editor at their positions. */
export const Fillings = ({ filled, fill }: Props) =>
  [...filled].map((blot) => createPortal(fill(blot), blot.host, keyOf(blot)))
