const longest = 34

/** A file's name cut in the middle, so that its ending stays. */
export const shortened = (name: string): string =>
  name.length <= longest ? name : `${name.slice(0, longest - 9)}…${name.slice(-8)}`

/** Splits a name at the match of the typed text. */
export const marked = (name: string, typed: string): { text: string; isHit: boolean }[] => {
  const at = typed.trim() === '' ? -1 : name.toLowerCase().indexOf(typed.trim().toLowerCase())
  if (at < 0) return [{ text: name, isHit: false }]
  const end = at + typed.trim().length
  return [
    { text: name.slice(0, at), isHit: false },
    { text: name.slice(at, end), isHit: true },
    { text: name.slice(end), isHit: false },
  ]
}
