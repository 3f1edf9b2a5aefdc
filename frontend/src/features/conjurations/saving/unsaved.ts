import type { Draft } from '../../../app/drafts.ts'

/** What is not stored yet, and over which value it was typed. */
export type Unsaved<V> = Omit<Draft<V>, 'at'>

interface Keeping<V> {
  /** What was kept when the tab was lost. */
  kept: Unsaved<V> | undefined
  same: (a: V, b: V) => boolean
  /** Told each time that it changes; undefined: there is nothing to keep any more. */
  keep: (unsaved: Unsaved<V> | undefined) => void
}

/** Keeps what is being typed, which stands over what is `stored` now; else what was set `aside`, over what it was typed over then. */
export const keeping = <V>({ kept: first, same, keep }: Keeping<V>) => {
  let kept = first
  return (typed: V | undefined, aside: V | undefined, stored: V): void => {
    const value = typed ?? aside
    const next = value === undefined ? undefined : { value, base: typed === undefined && kept ? kept.base : stored }
    const isKept = next ? kept?.value === next.value && same(kept.base, next.base) : kept === undefined
    if (isKept) return
    kept = next
    keep(next)
  }
}
