/**
 * Runs tasks of the same name one after another, and tasks of different names concurrently. A failed task does not
 * delay others.
 */
export const keyedMutex = () => {
  const tails = new Map<string, Promise<unknown>>()
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const result = (tails.get(name) ?? Promise.resolve()).then(work)
    const tail = result
      .catch(() => undefined)
      .then(() => {
        if (tails.get(name) === tail) tails.delete(name)
      })
    tails.set(name, tail)
    return result
  }
}
