/** Maps items one after another, since a connection runs one query at a time. */
export async function oneByOne<Each, Result>(
  those: readonly Each[],
  work: (each: Each, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [at, each] of those.entries()) results.push(await work(each, at))
  return results
}
