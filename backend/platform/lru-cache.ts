/** Caches values by name, up to a total weight of `most`. Evicts the least recently used values first. */
export const lruCache = <Value>(most: number, weigh: (value: Value) => number) => {
  const entries = new Map<string, { value: Value; weight: number }>()
  let total = 0
  const drop = (name: string) => {
    total -= entries.get(name)?.weight ?? 0
    entries.delete(name)
  }

  return {
    get(name: string): Value | undefined {
      const entry = entries.get(name)
      if (!entry) return undefined
      entries.delete(name)
      entries.set(name, entry)
      return entry.value
    },

    set(name: string, value: Value) {
      drop(name)
      const weight = weigh(value)
      entries.set(name, { value, weight })
      total += weight
      for (const oldest of entries.keys()) {
        if (total <= most) return
        drop(oldest)
      }
    },
  }
}
