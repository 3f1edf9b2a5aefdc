import type { Pending } from '../engine/rebase.ts'

/** Why words found no place in the text. */
export type Why = { kind: 'refused'; message: string } | { kind: 'too_old' | 'lost' | 'diverged' }

/** What somebody typed that is not in the text, kept beside it. */
export type Aside = Why & { words: string }

/** What was typed, without what it was typed over. */
export const asideOf = (pending: readonly Pending[], why: Why): Aside | undefined => {
  const words = pending
    .flatMap(({ delta }) => delta.ops.map(({ insert }) => (typeof insert === 'string' ? insert : '')))
    .join('')
    .trim()
  return words === '' ? undefined : { ...why, words }
}

export const withAside = (asides: readonly Aside[], aside: Aside | undefined): readonly Aside[] =>
  aside ? [...asides, aside] : asides
