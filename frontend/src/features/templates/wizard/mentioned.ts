/** Lore that was pointed at with @. */
export interface Mentioned {
  id: string
  name: string
}

/** The text between the last @ and the caret; undefined without one. */
export const mentionAt = (text: string, caret: number): { from: number; words: string } | undefined => {
  const found = /(?:^|\s)@([^@\n]{0,40})$/.exec(text.slice(0, caret))
  if (!found) return undefined
  const words = found[1] ?? ''
  return { from: caret - words.length - 1, words }
}

/** Filters suggestions: after a chosen name, only longer names that match the typed text. */
export const goingOn = <Found extends Mentioned>(
  words: string,
  found: readonly Found[],
  chosen: readonly Mentioned[],
): readonly Found[] =>
  chosen.some(({ name }) => words.startsWith(`${name} `))
    ? found.filter(({ name }) => name.toLowerCase().startsWith(words.toLowerCase()))
    : found

/** Lore whose names are still in the text. */
export const mentionedIn = (text: string, all: readonly Mentioned[]): Mentioned[] => {
  const there = all.filter(({ name }) => text.includes(`@${name}`))
  return there.filter(({ id }, n) => there.findIndex((other) => other.id === id) === n)
}
