import type { Draft } from '../../../base/drafts.ts'

/** Unsaved input and the value it replaces. */
export type Unsaved<V> = Omit<Draft<V>, 'at'>

interface UnsavedStoreOptions<V> {
  /** The draft that was stored when the tab was lost. */
  initial: Unsaved<V> | undefined
  same: (a: V, b: V) => boolean
  /** Receives each change; undefined if there is nothing to store any more. */
  onChange: (unsaved: Unsaved<V> | undefined) => void
}

/**
 * Creates a function that stores the typed input, based on the currently `stored` value, or else a `rejected` version
 * with the value it was based on.
 */
export const createUnsavedStore = <V>({ initial, same, onChange }: UnsavedStoreOptions<V>) => {
  let current = initial
  return (typed: V | undefined, rejected: V | undefined, stored: V): void => {
    const value = typed ?? rejected
    const next =
      value === undefined ? undefined : { value, base: typed === undefined && current ? current.base : stored }
    const isSame = next ? current?.value === next.value && same(current.base, next.base) : current === undefined
    if (isSame) return
    current = next
    onChange(next)
  }
}
