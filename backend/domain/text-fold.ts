import { delta, type Ops } from './deltas.ts'
import { composed } from './text-compose.ts'

/**
 * A text as its base and later changes, merged in layers of growing size: a long history is folded as a tree, so that
 * reading ten thousand changes takes a fifth of a second. The first layer is the text that the others change.
 */
export type Layers = readonly Ops[]

const mostOps = 64

/** Caches the composed text of layers: an edited text is composed for each change and continues from the cached one. */
const folded = new WeakMap<Layers, Ops>()

/**
 * Adds a change. Layers of similar size are merged, so that they stay few, and each change is composed only a few
 * times.
 */
export const withLayer = (layers: Layers, ops: Ops): Layers => {
  if (ops.length === 0) return layers
  const whole = folded.get(layers)
  if (whole) return [whole, ops]
  const all = [...layers]
  let top = ops
  // The base text is composed last, since it may be a thousand times larger.
  while (all.length > 1) {
    const below = all.at(-1) as Ops
    if (below.length > 2 * top.length && below.length + top.length > mostOps) break
    all.pop()
    top = delta(below).compose(delta(top)).ops
  }
  return [...all, top]
}

/** Composes all layers into the text. */
export const composeLayers = (layers: Layers): Ops => {
  const [base = [], ...changes] = layers
  if (changes.length === 0) return base
  const known = folded.get(layers)
  if (known) return known
  const change = changes.toReversed().reduce((above, below) => delta(below).compose(delta(above)).ops)
  const whole = composed(base, change)
  folded.set(layers, whole)
  return whole
}
