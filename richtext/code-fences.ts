/** Finds the fenced code blocks of Markdown, as CommonMark delimits them, line by line without a parser. */

/** A quote, or a list item with the column at which its content begins, relative to its parent container. */
interface Container {
  contentAt?: number
}

interface Fence {
  marks: string
  containers: readonly Container[]
}

interface FenceLine {
  /** True for the lines of a code block, its fences included. */
  isCode: boolean
  /** The first word behind an opening fence, empty if there is none; undefined for all other lines. */
  language?: string
}

/** Maximum number of nested containers that are recognised; parsers drop content nested more deeply. */
const mostContainers = 100

const quoteMark = /^ {0,3}> ?/
const itemMark = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?: {1,4}(?=[^ ])| |$)/
/** An opening fence of backticks has no further backtick in its line, unlike a line that begins with inline code. */
const opening = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,}) *([\w-]*)/
const closing = /^ {0,3}(`{3,}|~{3,}) *$/

/** Returns true for a line that is a thematic break, such as `- - -`. */
export const isRule = (line: string): boolean =>
  /^ {0,3}(?:[- ]+|[* ]+|[_ ]+)$/.test(line) && line.replaceAll(' ', '').length >= 3

/** Replaces tabs by spaces up to the next multiple of four columns. */
const withoutTabs = (line: string): string => {
  if (!line.includes('\t')) return line
  let column = 0
  return line.replaceAll(/\t|[^\t]+/g, (piece) => {
    const text = piece === '\t' ? ' '.repeat(4 - (column % 4)) : piece
    column += text.length
    return text
  })
}

/** Removes the marks and the indentation of containers that a line continues. */
const continueContainers = (line: string, containers: readonly Container[]) => {
  let rest = line
  let count = 0
  for (const { contentAt } of containers) {
    const mark = contentAt === undefined ? quoteMark.exec(rest)?.[0] : ' '.repeat(contentAt)
    const isBlank = contentAt !== undefined && rest.trim() === ''
    if (!isBlank && (mark === undefined || !rest.startsWith(mark))) break
    rest = rest.slice(mark?.length)
    count++
  }
  return { rest, count }
}

/** Characters. Longer lines do not count as rules, so that a hostile one is not searched again for each of its containers. */
const longestRule = 1_000

/** Adds the containers that begin in the rest of a line, and returns their content. */
const openContainers = (line: string, containers: Container[]): string => {
  let rest = line
  while (containers.length < mostContainers && !(rest.length <= longestRule && isRule(rest))) {
    const quote = quoteMark.exec(rest)?.[0]
    const mark = quote ?? itemMark.exec(rest)?.[0]
    if (mark === undefined) return rest
    // The content of an item that begins with a blank line starts one column after its mark.
    containers.push(quote === undefined ? { contentAt: mark.endsWith(' ') ? mark.length : mark.length + 1 } : {})
    rest = rest.slice(mark.length)
  }
  return rest
}

/** Creates a reader of the lines of a text, which must be read in order. */
export const fenceReader = () => {
  let containers: Container[] = []
  let open: Fence | undefined
  return {
    read(line: string): FenceLine {
      const text = withoutTabs(line)
      const { rest, count } = continueContainers(text, containers)
      if (open && count === open.containers.length) {
        const marks = closing.exec(rest)?.[1]
        if (marks?.startsWith(open.marks)) open = undefined
        return { isCode: true }
      }
      // A block ends with the quote or the list item that contains it.
      open = undefined
      containers = containers.slice(0, count)
      const [, marks, language = ''] = opening.exec(openContainers(rest, containers)) ?? []
      if (marks === undefined) return { isCode: false }
      open = { marks, containers }
      return { isCode: true, language }
    },
    /** Returns true within a block that no fence has closed. */
    isOpen: (): boolean => open !== undefined,
    /** Returns the line that closes the open block; undefined if no block is open, or if it ends with its container. */
    closingLine: (): string | undefined => (open?.containers.length === 0 ? open.marks : undefined),
  }
}
