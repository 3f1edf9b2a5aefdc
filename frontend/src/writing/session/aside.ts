import type { Pending } from '../engine/rebase.ts'

/** The reason why an edit was rejected. */
export type Why = { kind: 'refused'; message: string } | { kind: 'too_old' | 'lost' | 'diverged' }

/** A rejected edit, stored next to the text. */
export type Aside = Why & { words: string }

/** The inserted text of rejected changes. */
export const asideOf = (pending: readonly Pending[], why: Why): Aside | undefined => {
  const words = pending
    .flatMap(({ delta }) => delta.ops.map(({ insert }) => (typeof insert === 'string' ? insert : '')))
    .join('')
    .trim()
  return words === '' ? undefined : { ...why, words }
}

export const withAside = (asides: readonly Aside[], aside: Aside | undefined): readonly Aside[] =>
  aside ? [...asides, aside] : asides
