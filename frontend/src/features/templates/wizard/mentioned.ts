/** Lore that was pointed at with @. */
export interface Mentioned {
  id: string
  name: string
}

/** What somebody writes after the last @ before the caret; undefined where they write none. */
export const mentionAt = (text: string, caret: number): { from: number; words: string } | undefined => {
  const found = /(?:^|\s)@([^@\n]{0,40})$/.exec(text.slice(0, caret))
  if (!found) return undefined
  const words = found[1] ?? ''
  return { from: caret - words.length - 1, words }
}

/** Of those that were found, who may still be meant: after a name that was chosen, only longer ones that go on as it was typed. */
export const goingOn = <Found extends Mentioned>(
  words: string,
  found: readonly Found[],
  chosen: readonly Mentioned[],
): readonly Found[] =>
  chosen.some(({ name }) => words.startsWith(`${name} `))
    ? found.filter(({ name }) => name.toLowerCase().startsWith(words.toLowerCase()))
    : found

/** Those whose names still stand in it. */
export const mentionedIn = (text: string, all: readonly Mentioned[]): Mentioned[] => {
  const there = all.filter(({ name }) => text.includes(`@${name}`))
  return there.filter(({ id }, n) => there.findIndex((other) => other.id === id) === n)
}
