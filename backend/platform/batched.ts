/**
 * Loads values by key, batching all keys requested in one turn of the event loop, so that many concurrent requests cost
 * one database query. Caches nothing. `load` returns the values found by key; missing keys resolve to undefined.
 */
export function batched<Value>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let batch: { keys: Set<string>; found: Promise<ReadonlyMap<string, Value>> } | undefined
  const begin = () => {
    const keys = new Set<string>()
    const { promise: found, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, Value>>()
    setImmediate(() => {
      batch = undefined
      load([...keys]).then(resolve, reject)
    })
    return { keys, found }
  }
  return async (key) => {
    batch ??= begin()
    batch.keys.add(key)
    return (await batch.found).get(key)
  }
}
