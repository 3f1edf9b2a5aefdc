const letters = new Intl.Segmenter()

/** Returns the first grapheme of a name, which may be an emoji, as its abbreviation. */
export const initial = (name: string, otherwise = '?'): string => {
  const [first] = letters.segment(name.trim())
  return (first?.segment ?? otherwise).toUpperCase()
}
