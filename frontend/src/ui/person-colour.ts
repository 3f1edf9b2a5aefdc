/** Derives a number below `count` from a name, so that a person has the same colour on every screen. */
export const colourNumber = (name: string, count: number): number => {
  let sum = 0
  for (const letter of name.trim()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % count
}
