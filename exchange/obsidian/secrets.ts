import { fenceReader, isRule } from '#richtext/code-fences.ts'
import { codeSpans } from './code-spans.ts'

/** A part of a page: text for its readers, or text that the source hides from them. */
export interface Passage {
  isForDms: boolean
  markdown: string
}

/** Kinds of callouts in which game masters write secrets. */
const secretCallouts = new Set(['secret', 'secrets', 'dm', 'gm', 'dm-only', 'gm-only', 'spoiler', 'hidden'])
/** Matches the first line of a callout: a quote, at any indentation and possibly in list items, that begins with the callout's kind. */
const callout =
  /^((?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*>)[ \t]*\[!([\w-]{1,40})(?:\|[^\]\n]{0,80})?\][+-]?[ \t]*(.*)$/
/** Blocks that end a paragraph without an empty line before them; of numbered lists, only those that begin with 1 do. */
const interruption = /^\s*(?:#{1,6}(?:\s|$)|(?:[-+*]|1[.)])\s+\S|`{3,}[^`]*$|~{3,})/
const numberedItem = /^\s*\d{1,9}[.)]\s/
const markers = [
  { opens: '%%', closes: '%%' },
  { opens: '<!--', closes: '-->' },
]

/** The first comment that opens in a line outside of code. */
const openingIn = (line: string, from: number) => {
  const spans = codeSpans(line)
  const isCode = (at: number) => spans.some(([start, end]) => at >= start && at < end)
  let first: { at: number; opens: string; closes: string } | undefined
  for (const marker of markers) {
    let at = line.indexOf(marker.opens, from)
    while (at >= 0 && isCode(at)) at = line.indexOf(marker.opens, at + 1)
    if (at >= 0 && (first === undefined || at < first.at)) first = { at, ...marker }
  }
  return first
}

/**
 * Cuts comments out of a line, which is at index `at` of the page. A comment that is still open continues in the next lines. Returns the
 * rest of the line, the index of the last line that was read, and the comments.
 */
const cutComments = (line: string, source: readonly string[], at: number) => {
  const secrets: string[] = []
  let [rest, last, from] = [line, at, 0]
  for (let comment = openingIn(rest, from); comment; comment = openingIn(rest, from)) {
    const before = rest.slice(0, comment.at)
    let after = rest.slice(comment.at + comment.opens.length)
    const inside: string[] = []
    let end = after.indexOf(comment.closes)
    while (end < 0 && last + 1 < source.length) {
      inside.push(after)
      after = source[++last] as string
      end = after.indexOf(comment.closes)
    }
    inside.push(end < 0 ? after : after.slice(0, end))
    secrets.push(inside.join('\n').trim())
    rest = before + (end < 0 ? '' : after.slice(end + comment.closes.length))
    from = before.length
  }
  return { rest, last, secrets }
}

const widthOf = (blanks: string) => blanks.replaceAll('\t', '    ').length
const columnsBefore = (line: string) => widthOf(/^\s*/.exec(line)?.[0] ?? '')

/** Columns before a callout and before its quote mark, which differ if the callout begins an item of a list. */
interface CalloutPlace {
  indentation: number
  quoteColumn: number
}

const placeOf = (first: string): CalloutPlace => ({
  indentation: columnsBefore(first),
  quoteColumn: widthOf(first.slice(0, first.indexOf('>'))),
})

/**
 * Reports whether an unquoted line may continue the paragraph of a line of the callout, which is given without its own
 * quote mark. The caller handles fenced code.
 */
const canContinueParagraph = (line: string): boolean => {
  const inner = line.replace(/^(?: {0,3}> ?)+/, '')
  return inner.trim() !== '' && !/^ {0,3}(?:#{1,6}(?:\s|$)|=+\s*$)/.test(inner) && !isRule(inner)
}

/** True for a line that continues the last paragraph of a callout although it has lost the mark of the quote. */
const isLazy = (line: string, { indentation, quoteColumn }: CalloutPlace): boolean => {
  if (line.trim() === '') return false
  const columns = columnsBefore(line)
  // This is the next item of the list that contains the callout.
  if (quoteColumn > 0 && columns <= indentation && numberedItem.test(line)) return false
  return columns >= quoteColumn + 4 || !(interruption.test(line) || isRule(line.trim()))
}

/** Reads a callout whose first line is at index `at`. Returns its Markdown and the index of its last line. */
const readCallout = (title: string, source: readonly string[], at: number) => {
  const inner = title === '' ? [] : [`**${title}**`, '']
  const place = placeOf(source[at] as string)
  const fences = fenceReader()
  let [last, isInParagraph] = [at, true]
  for (; last + 1 < source.length; last++) {
    const line = source[last + 1] as string
    const isQuoted = /^\s*>/.test(line)
    if (!isQuoted && !(isInParagraph && isLazy(line, place))) break
    const text = isQuoted ? line.replace(/^\s*>\s?/, '') : line.trim()
    // An unquoted line is text of the paragraph, whatever it looks like.
    isInParagraph = !isQuoted || (!fences.read(text).isCode && canContinueParagraph(text))
    inner.push(text)
  }
  return { markdown: inner.join('\n').replaceAll(/%%|<!--|-->/g, ''), last }
}

/** Writes the first line of a callout that is no secret as a quote with its title. */
const titleLine = (quote: string, kind: string, title: string) =>
  `${quote} **${title || kind.charAt(0).toUpperCase() + kind.slice(1)}**\n${quote.replaceAll(/[^\s>]/g, ' ')}`

/** Collects passages in their order; each secret follows the paragraph that contains it. */
const passageList = () => {
  const passages: Passage[] = []
  let lines: string[] = []
  let secrets: string[] = []
  const push = (isForDms: boolean, text: string) => {
    if (text.trim() === '') return
    const last = passages.at(-1)
    if (last?.isForDms === isForDms) last.markdown += `\n\n${text}`
    else passages.push({ isForDms, markdown: text })
  }
  const flush = () => {
    if (secrets.length === 0) return
    push(false, lines.join('\n'))
    lines = []
    for (const secret of secrets) push(true, secret)
    secrets = []
  }
  return {
    addLine: (line: string) => lines.push(line),
    addSecrets: (found: readonly string[]) => secrets.push(...found),
    endParagraph: flush,
    finish() {
      flush()
      push(false, lines.join('\n'))
      return passages
    },
  }
}

/**
 * Splits lines into passages. From line `fencesUntil` on, fences are ordinary text. `unclosedAt` is the line of a fence
 * that is never closed.
 */
const splitLines = (source: readonly string[], fencesUntil = Number.POSITIVE_INFINITY) => {
  const passages = passageList()
  const fences = fenceReader()
  let openedAt = 0
  for (let n = 0; n < source.length; n++) {
    const line = source[n] as string
    const { isCode, language } = n < fencesUntil ? fences.read(line) : { isCode: false }
    if (language !== undefined) openedAt = n
    if (isCode) {
      passages.addLine(line)
      continue
    }
    const [, quote = '', kind = '', title = ''] = callout.exec(line) ?? []
    if (kind !== '' && secretCallouts.has(kind.toLowerCase())) {
      const { markdown, last } = readCallout(title, source, n)
      passages.addSecrets([markdown])
      passages.endParagraph()
      n = last
      continue
    }
    const named = kind === '' ? line : titleLine(quote, kind, title)
    const { rest, last, secrets } = cutComments(named, source, n)
    n = last
    passages.addSecrets(secrets)
    passages.addLine(rest)
    if (rest.trim() === '') passages.endParagraph()
  }
  return { passages: passages.finish(), unclosedAt: fences.isOpen() && fencesUntil > openedAt ? openedAt : undefined }
}

/**
 * Splits a page into passages: comments and secret callouts become passages for DMs, after the paragraph that contains them. A comment
 * without an end hides the rest of the page, as in the source. Comments after a fence without an end count, since it may be no fence.
 */
export const splitSecrets = (markdown: string): Passage[] => {
  const source = markdown.split('\n')
  const { passages, unclosedAt } = splitLines(source)
  return unclosedAt === undefined ? passages : splitLines(source, unclosedAt).passages
}
