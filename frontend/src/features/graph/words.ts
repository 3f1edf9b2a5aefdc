import { untitledConjuration } from '#domain/conjuration-words.ts'

/** Font size in a node at full scale, in pixels. */
export const nameSize = 14.5
export const nameFont = `500 ${nameSize}px Literata, Georgia, serif`
/** Maximum width of a node's name next to the image, in pixels. */
const width = 132

const known = new Map<string, readonly string[]>()
let ruler: CanvasRenderingContext2D | null | undefined
const fits = (text: string) => {
  ruler ??= document.createElement('canvas').getContext('2d')
  if (!ruler) return text.length <= 18
  ruler.font = nameFont
  return ruler.measureText(text).width <= width
}

const cut = (text: string): string => {
  if (fits(text)) return text
  let end = text.length
  while (end > 1 && !fits(`${text.slice(0, end)}…`)) end--
  return `${text.slice(0, end).trimEnd()}…`
}

/** Breaks a name into at most two lines, since neither SVG nor canvas breaks text by itself. */
export const linesOf = (name: string): readonly string[] => {
  const before = known.get(name)
  if (before) return before
  let first = ''
  const words = (name.trim() || untitledConjuration).split(/\s+/)
  while (words[0] !== undefined && fits(first === '' ? words[0] : `${first} ${words[0]}`))
    first = `${first} ${words.shift()}`.trim()
  const rest = words.join(' ')
  const lines = first === '' ? [cut(rest)] : rest === '' ? [first] : [first, cut(rest)]
  known.set(name, lines)
  return lines
}

export const nameOf = ({ name }: { name: string }): string => name.trim() || untitledConjuration
