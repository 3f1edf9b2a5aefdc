import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of one slice: other requests wait no longer than this and one step. */
const sliceMs = 10

/** Folds items in order; other work of this process runs between slices, because a few thousand large events take seconds. */
export const foldInSlices = async <Item, State>(
  items: readonly Item[],
  initial: State,
  step: (state: State, item: Item) => State,
): Promise<State> => {
  let state = initial
  let began = performance.now()
  for (const item of items) {
    if (performance.now() - began >= sliceMs) {
      await nextTurn()
      began = performance.now()
    }
    state = step(state, item)
  }
  return state
}
