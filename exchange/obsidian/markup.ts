/** Obsidian's own markup, converted to Markdown that names pages and pictures by their ids. */

/** A part of a page: text for its readers, or text that the source hides from them. */
export interface Passage {
  isForDms: boolean
  markdown: string
}

/** Finds the targets of links, and is notified of everything that a page contains. */
export interface PageContext {
  /** The address of a page, or undefined where no page is meant. */
  page(name: string): string | undefined
  picture(name: string, isForDms: boolean): string | undefined
  onTag(tag: string): void
  /** A file of the vault that is neither a page nor a picture, or that is missing. */
  onMissing(name: string, isEmbed: boolean): void
  onRemote(address: string): void
  onNote(reason: string): void
}

/** Kinds of callouts that masters of games write their secrets in. */
const secretCallouts = new Set(['secret', 'secrets', 'dm', 'gm', 'dm-only', 'gm-only', 'spoiler', 'hidden'])
const queries = new Set(['dataview', 'dataviewjs', 'tasks', 'leaflet', 'timeline', 'mermaid', 'base'])

const escaped = (text: string) => text.replaceAll(/[\\[\]*_`<>]/g, '\\$&')
export const fence = /^ {0,3}(?:>\s?)*(`{3,}|~{3,})\s*([\w-]*)/

const slashesBefore = (line: string, at: number): number => {
  let from = at
  while (line[from - 1] === '\\') from--
  return at - from
}

/**
 * Positions of code spans in a line: each run of backticks ends at the next run of the same length. The first backtick after a backslash
 * opens none.
 */
const codeSpans = (line: string): [number, number][] => {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: ticks, index: start }) => {
    const end = start + ticks.length
    const from = start + (slashesBefore(line, start) % 2)
    return { start, from, end }
  })
  const nextOf = new Map<number, number>()
  const partner = runs.map(() => -1)
  for (let n = runs.length - 1; n >= 0; n--) {
    const { start, from, end } = runs[n] as (typeof runs)[number]
    partner[n] = from === end ? -1 : (nextOf.get(end - from) ?? -1)
    nextOf.set(end - start, n)
  }
  const spans: [number, number][] = []
  for (let n = 0; n < runs.length; n++) {
    const last = partner[n] ?? -1
    if (last < 0) continue
    spans.push([(runs[n] as (typeof runs)[number]).from, (runs[last] as (typeof runs)[number]).end])
    n = last
  }
  return spans
}

/** Applies a change to the text of a line outside of its code. */
export const outsideCode = (line: string, change: (text: string) => string): string => {
  let result = ''
  let at = 0
  for (const [from, to] of codeSpans(line)) {
    result += change(line.slice(at, from)) + line.slice(from, to)
    at = to
  }
  return result + change(line.slice(at))
}

const decoded = (address: string) => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const wikiLink = /(!?)\[\[([^[\]\n]{1,600})\]\]/g
const markdownLink =
  /(!?)\[((?:\\.|[^[\]\\\n]){0,1000})\]\((?:<([^<>\n]{1,1000})>|([^()\s<]{1,1000}(?:\([^()\s]{0,200}\)[^()\s]{0,200}){0,4}))(?:\s+"[^"\n]{0,500}")?\)/g
const tag = /(^|[\s(])#([\p{L}\p{N}_/-]{1,60})/gu
const size = /^\d+(?:x\d+)?$/
const isPictureName = (name: string) => /\.(?:png|jpe?g|webp|gif|bmp|svg|avif)$/i.test(name)
const hasExtension = (name: string) => /\.(?!(?:md|txt)$)[a-z][a-z\d]{1,7}$/i.test(name)
const isAddress = (target: string) => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target)

const convertEmbed = (name: string, words: string, context: PageContext, isForDms: boolean): string => {
  if (isPictureName(name)) {
    const address = context.picture(name, isForDms)
    return address ? `![](${address})` : escaped(words)
  }
  const address = hasExtension(name) ? undefined : context.page(name)
  if (address) {
    context.onNote('A page that it embeds became a link.')
    return `[${escaped(words)}](${address})`
  }
  context.onMissing(name, true)
  return escaped(words)
}

const convertWikiLink = (
  whole: string,
  bang: string,
  inner: string,
  context: PageContext,
  isForDms: boolean,
): string => {
  const [target = '', ...rest] = inner.replaceAll('\\|', '|').split('|')
  const [name = '', ...headings] = target.trim().split('#')
  const alias = rest.join('|').trim()
  const shown = [name.trim(), ...headings.map((heading) => heading.replace(/^\^.*/, ''))].filter(Boolean).join(' › ')
  const words = (alias !== '' && !(bang && size.test(alias)) ? alias : shown) || whole
  // A link to a heading of the page itself.
  if (name.trim() === '') return escaped(words)
  if (bang) return convertEmbed(name.trim(), words, context, isForDms)
  const address = hasExtension(name.trim()) ? undefined : context.page(name.trim())
  if (address) return `[${escaped(words)}](${address})`
  context.onMissing(name.trim(), false)
  return escaped(words)
}

const convertMarkdownLink = (
  whole: string,
  bang: string,
  words: string,
  target: string,
  context: PageContext,
  isForDms: boolean,
) => {
  if (isAddress(target)) {
    if (bang) context.onRemote(target)
    return whole
  }
  const [path = ''] = decoded(target).split('#')
  const name = words.replace(/\|?\d+(?:x\d+)?$/, '')
  if (path === '') return words
  if (bang) return convertEmbed(path, name || path, context, isForDms)
  const address = context.page(path)
  if (address) return `[${words || escaped(path)}](${address})`
  context.onMissing(path, false)
  return words
}

/** Converts links, embeds, highlights and block ids of a line outside of code. */
const convertInline = (text: string, context: PageContext, isForDms: boolean): string => {
  // Every reader of a page sees its tags.
  if (!isForDms) for (const [, , name = ''] of text.matchAll(tag)) if (/[^\d/]/.test(name)) context.onTag(name)
  return text
    .replaceAll(markdownLink, (whole, bang: string, words: string, quoted?: string, bare?: string) =>
      convertMarkdownLink(whole, bang, words, quoted ?? bare ?? '', context, isForDms),
    )
    .replaceAll(wikiLink, (whole, bang: string, inner: string) =>
      convertWikiLink(whole, bang, inner, context, isForDms),
    )
    .replaceAll(/==(?=\S)([^=\n]{1,2000})==/g, '**$1**')
}

const convertLine = (line: string, context: PageContext, isForDms: boolean): string =>
  outsideCode(line.replace(/(?:^|[ \t])\^[A-Za-z\d-]{1,80}[ \t]*$/, ''), (text) =>
    convertInline(text, context, isForDms),
  )

/** Converts Markdown that holds no comments. */
export const convertMarkdown = (markdown: string, context: PageContext, isForDms: boolean): string => {
  let open: string | undefined
  return markdown
    .split('\n')
    .map((line) => {
      const [, marks, language = ''] = fence.exec(line) ?? []
      if (open !== undefined) {
        if (marks?.startsWith(open)) open = undefined
        return line
      }
      if (marks) {
        open = marks
        if (queries.has(language.toLowerCase())) context.onNote(`A ${language} block stays text.`)
        return line
      }
      return convertLine(line, context, isForDms)
    })
    .join('\n')
}

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
