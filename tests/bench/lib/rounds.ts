/**
 * Each contender once a round, and each round begun by another one, so that a noisy minute, a warm cache and a growing
 * table hit all alike. Answers what each gave, by name, round by round.
 */
export async function interleaved<Name extends string, Result>(
  rounds: number,
  contenders: Record<Name, (round: number) => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contenders) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length] as Name
      results[name].push(await contenders[name](round))
    }
  return results
}
