/**
 * Loads by key, all that are asked for in one turn of the event loop together: where many requests come at once, they wait for the database once.
 * Nothing is remembered. `load` answers what it found, by key; whoever asks for another gets undefined.
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
