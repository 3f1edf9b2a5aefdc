import { keyedMutex } from './keyed-mutex.ts'

/**
 * Gives each name its turns, one after another. What is requested for one name while others have theirs is queued, and goes together in
 * the next: the more come at once, the fewer turns each of them waits for.
 */
export const keyedTurns = <Item>(most: number, work: (name: string, items: Item[]) => Promise<void>) => {
  const exclusively = keyedMutex()
  const gathering = new Map<string, Item[]>()
  return {
    /** A turn of its own. */
    exclusively,
    /** `work` must not throw: it reports the result to each item. */
    join(name: string, item: Item) {
      const next = gathering.get(name)
      if (next && next.length < most) {
        next.push(item)
        return
      }
      const items = [item]
      gathering.set(name, items)
      void exclusively(name, () => {
        if (gathering.get(name) === items) gathering.delete(name)
        return work(name, items)
      })
    },
  }
}
