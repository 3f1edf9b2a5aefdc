/** A number below `count` from a name alone, which every screen has: the same person has the same colour on each of them. */
export const colourNumber = (name: string, count: number): number => {
  let sum = 0
  for (const letter of name.trim()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % count
}
