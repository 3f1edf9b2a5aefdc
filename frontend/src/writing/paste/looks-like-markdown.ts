/** Each quantifier is bounded, so that the search takes linear time. */
const signs: RegExp[] = [
  /^#{1,6} \S/m,
  /^[ \t]{0,40}[-*+] \S/m,
  /^[ \t]{0,40}\d{1,9}[.)] \S/m,
  /^> ?\S/m,
  /^```/m,
  /^(?:---|\*\*\*|___)$/m,
  /\*\*\S(?:[^\n]{0,400}?\S)?\*\*/,
  /(?:^|\s)_\S(?:[^\n]{0,400}?\S)?_(?:\s|[.,;:!?]|$)/m,
  /\[[^[\]\n]{1,400}\]\([^)\s]{1,2048}\)/,
  /^\|[^\n]{1,2000}\|[ \t]{0,40}\n\|[ \t:-]{1,40}\|/m,
  /`[^`\n]{1,2000}`/,
]

/** Only the beginning is searched: most texts with signs have one there. */
const searched = 20_000

/** Returns true if pasted text is probably Markdown: its beginning contains a sign. */
export const looksLikeMarkdown = (text: string): boolean => {
  const beginning = text.slice(0, searched)
  return signs.some((sign) => sign.test(beginning))
}

const structured = /^ {0,3}(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|>|(?:[-*_=] ?){3,200}$)|\|/
const heading = /^ {0,3}#{1,6}\s/
const fence = /^ {0,3}(`{3,200}|~{3,200})(.*)/
const item = /^ {0,3}(?:[-*+]\s|\d{1,9}[.)]\s|>)/
/** Range of the longest line's length, in characters, of text that a program has wrapped. */
const wrapped = { from: 60, to: 100 }

/** Separates the lines of a block that Markdown would join to one paragraph, or to the list item before them. */
const separateLines = (lines: readonly string[], width: number): string[] => {
  const isPlain = lines.map((line) => /^\S/.test(line) && !structured.test(line))
  const [first, last] = [isPlain.indexOf(false), isPlain.lastIndexOf(false)]
  const isWrapped = (line: string, next: string) =>
    width >= wrapped.from && width <= wrapped.to && line.length + 1 + (/^\S{0,200}/.exec(next)?.[0].length ?? 0) > width
  return lines.flatMap((line, n) => {
    const next = lines[n + 1]
    const isOutside = first < 0 || n < first || n >= last
    const isJoined = isPlain[n + 1] && (isPlain[n] || item.test(line))
    return next !== undefined && isOutside && isJoined && !isWrapped(line, next) ? [line, ''] : [line]
  })
}

/**
 * Returns Markdown in which each line remains a line of its own: users end lines on purpose, unlike programs that wrap
 * Markdown at some width. Lines of code, and those between the items of a list, are not changed.
 */
export const withLines = (markdown: string): string => {
  const lines = markdown.split('\n')
  // Lines of code and URLs are not wrapped, so their length does not indicate the width.
  const width = lines.reduce((most, line) => (/\S{60}/.test(line) ? most : Math.max(most, line.length)), 0)
  const out: string[] = []
  let block: string[] = []
  /** The opening fence of a code block, such as four backticks. A fence at least as long, alone in its line, closes the block. */
  let openFence: string | undefined
  const end = () => {
    out.push(...separateLines(block, width))
    block = []
  }
  for (const line of lines) {
    const [, signs, rest] = fence.exec(line) ?? []
    if (openFence === undefined && signs === undefined && line.trim() !== '' && !heading.test(line)) block.push(line)
    else {
      end()
      out.push(line)
    }
    if (openFence === undefined) openFence = signs
    else if (signs?.startsWith(openFence) && rest?.trim() === '') openFence = undefined
  }
  end()
  return out.join('\n')
}
