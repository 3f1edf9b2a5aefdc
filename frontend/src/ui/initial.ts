const letters = new Intl.Segmenter()

/** What stands for a name in a small place: the first letter as readers count them, of which an emoji is one. */
export const initial = (name: string, otherwise = '?'): string => {
  const [first] = letters.segment(name.trim())
  return (first?.segment ?? otherwise).toUpperCase()
}
