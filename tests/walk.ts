/** Whether `npm run walks` runs this test. Walks take whole matrices; `npm run test:all` takes a representative of each. */
export const isWalk = process.env.WALK !== undefined

/** All cases in a walk, otherwise the first `count` of them: the table puts its representatives first. */
export const casesOf = <Case>(cases: readonly Case[], count = 1): readonly Case[] =>
  isWalk ? cases : cases.slice(0, count)

/** How many random sequences a property test draws: `walked` in a walk, otherwise `count`. */
export const runsOf = (count: number, walked: number): number => (isWalk ? walked : count)

/** Fails if a random test reached one of its outcomes in none of its sequences. Only a walk draws enough of them to say so. */
export const expectEachReached = (counts: Readonly<Record<string, number>>): void => {
  const missing = Object.keys(counts).filter((outcome) => counts[outcome] === 0)
  if (isWalk && missing.length > 0) throw new Error(`No sequence reached ${missing.join(', ')}`)
}
