/** Lore that was pointed at with @. */
export interface Mentioned {
  id: string
  name: string
}

/** What somebody writes after the last @ before the caret; undefined where they write none, or go on after a name that was chosen. */
export const mentionAt = (
  text: string,
  caret: number,
  chosen: readonly string[],
): { from: number; words: string } | undefined => {
  const found = /(?:^|\s)@([^@\n]{0,40})$/.exec(text.slice(0, caret))
  if (!found) return undefined
  const words = found[1] ?? ''
  if (chosen.some((name) => words.startsWith(`${name} `))) return undefined
  return { from: caret - words.length - 1, words }
}

/** Those whose names still stand in it. */
export const mentionedIn = (text: string, all: readonly Mentioned[]): Mentioned[] => {
  const there = all.filter(({ name }) => text.includes(`@${name}`))
  return there.filter(({ id }, n) => there.findIndex((other) => other.id === id) === n)
}
