import { codeSpans } from './code-spans.ts'
import { fence } from './markup.ts'

/** A part of a page: text for its readers, or text that the source hides from them. */
export interface Passage {
  isForDms: boolean
  markdown: string
}

/** Kinds of callouts that masters of games write their secrets in. */
const secretCallouts = new Set(['secret', 'secrets', 'dm', 'gm', 'dm-only', 'gm-only', 'spoiler', 'hidden'])
const callout = /^((?:\s{0,3}>)+)\s?\[!([\w-]{1,40})(?:\|[^\]\n]{0,80})?\][+-]?[ \t]*(.*)$/
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
 * Splits a page into passages: comments and secret callouts become passages for DMs, after the paragraph that holds them. A comment without
 * an end hides the rest of the page, as it does in its source.
 */
export const splitSecrets = (markdown: string): Passage[] => {
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

  const source = markdown.split('\n')
  let open: string | undefined
  for (let n = 0; n < source.length; n++) {
    let line = source[n] as string
    const [, marks] = fence.exec(line) ?? []
    if (open !== undefined || marks) {
      if (open === undefined) open = marks
      else if (marks?.startsWith(open)) open = undefined
      lines.push(line)
      continue
    }
    const [, quote = '', kind = '', title = ''] = callout.exec(line) ?? []
    if (kind !== '' && secretCallouts.has(kind.toLowerCase())) {
      const inner = title === '' ? [] : [`**${title}**`, '']
      while (n + 1 < source.length && /^\s{0,3}>/.test(source[n + 1] as string))
        inner.push((source[++n] as string).replace(/^\s{0,3}>\s?/, ''))
      secrets.push(inner.join('\n').replaceAll(/%%|<!--|-->/g, ''))
      flush()
      continue
    }
    if (kind !== '') line = `${quote} **${title || kind.charAt(0).toUpperCase() + kind.slice(1)}**\n${quote}`

    // Each comment is cut out of its line; an open one takes further lines.
    let from = 0
    for (let comment = openingIn(line, from); comment; comment = openingIn(line, from)) {
      const before = line.slice(0, comment.at)
      let rest = line.slice(comment.at + comment.opens.length)
      const inside: string[] = []
      let end = rest.indexOf(comment.closes)
      while (end < 0 && n + 1 < source.length) {
        inside.push(rest)
        rest = source[++n] as string
        end = rest.indexOf(comment.closes)
      }
      inside.push(end < 0 ? rest : rest.slice(0, end))
      secrets.push(inside.join('\n').trim())
      line = before + (end < 0 ? '' : rest.slice(end + comment.closes.length))
      from = before.length
    }
    lines.push(line)
    if (line.trim() === '') flush()
  }
  flush()
  push(false, lines.join('\n'))
  return passages
}
