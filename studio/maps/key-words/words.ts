/** What is written of a room in the key: its names, what is seen there, and what can be done about it. */
interface Words {
  names: readonly string[]
  seen: readonly string[]
  turn?: readonly string[]
}

/** By what rooms are for. */
export type Purposes = Readonly<Record<string, Words>>

/** Names are separated by commas. In curly brackets stands what is chosen from `names.ts`. */
export const words = (names: string, seen: readonly string[], turn: readonly string[] = []): Words => ({
  names: names.split(', '),
  seen,
  turn,
})
