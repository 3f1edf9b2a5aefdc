import { fenceReader } from '#richtext/code-fences.ts'
import { escapeMarkdown, type HtmlContext, markdownLink, secretMarkdown, toMarkdown } from '../html/markdown.ts'
import { type Element, elementsIn, parseHtml } from '../html/read.ts'

/** Resolves what a text refers to. */
export interface TextContext {
  /** The page of a document, by its address in Foundry. */
  find(address: string): { name: string; path: string; isConcealed: boolean } | undefined
  /** The address of a page, relative to this one. */
  addressOf(path: string): string
  pictureOf(src: string): string | undefined
  onMissing(words: string): void
  onConcealed(): void
  onEmbed(): void
  onUnread(): void
}

const link =
  /@(UUID|JournalEntryPage|JournalEntry|Actor|Item|Scene|RollTable|Macro|Playlist|Cards|Compendium|Embed)\[([^\]\n]{1,300})\](?:\{([^}\n]{0,300})\})?|\[\[\/?(?:r|roll|gmr|gmroll|br|blindroll|sr|selfroll|pr|publicroll)?\s{0,5}([^\]\n]{1,200})\]\](?:\{([^}\n]{0,200})\})?/g

const linkTo = (
  whole: string,
  kind: string,
  inside: string,
  label: string | undefined,
  isSecret: boolean,
  context: TextContext,
) => {
  const [target = '', ...options] = kind === 'Embed' ? inside.trim().split(/\s+/) : [inside.trim()]
  const address = ['UUID', 'Embed', 'Compendium'].includes(kind) ? target : `${kind}.${target}`
  const page = context.find(address.replace(/#.*$/, ''))
  const words = label?.trim() ?? ''
  if (!page) {
    context.onMissing(words || target)
    return escapeMarkdown(words || whole)
  }
  if (kind === 'Embed' || options.length > 0) context.onEmbed()
  // A label is part of the visible text; without a label, Foundry shows the name of the target, which may be hidden.
  const isConcealed = words === '' && page.isConcealed && !isSecret
  if (isConcealed) context.onConcealed()
  return markdownLink(escapeMarkdown(words || (isConcealed ? 'hidden' : page.name)), context.addressOf(page.path))
}

/** Converts links such as `@UUID[JournalEntry.abc]{the smith}` and rolls such as `[[/r 2d6]]`. */
const convertLinks = (text: string, context: TextContext, isSecret: boolean, rest: (text: string) => string) => {
  let markdown = ''
  let at = 0
  for (const { 0: whole, 1: kind, 2: inside = '', 3: label, 4: formula = '', 5: name, index } of text.matchAll(link)) {
    markdown += rest(text.slice(at, index))
    markdown +=
      kind === undefined
        ? escapeMarkdown(name || formula.trim())
        : linkTo(whole, kind, inside, label, isSecret, context)
    at = index + whole.length
  }
  return markdown + rest(text.slice(at))
}

const classesOf = ({ attributes }: Element) => (attributes.class ?? '').split(/\s+/)
const isSecretElement = (element: Element): boolean => {
  const classes = classesOf(element)
  return classes.includes('secret') && !classes.includes('revealed')
}
const tags = /<[a-z][^<>]*>/gi
/** Searches twice, since one expression for both would backtrack for long in a tag that repeats one of them. */
const isSecretTag = (tag: string) => /\bclass\s*=/i.test(tag) && /\bsecret\b/i.test(tag)

/** Converts HTML. Text whose secrets are nested too deeply to be separated becomes a secret as a whole. */
export const htmlText = (html: string, context: TextContext): string => {
  const of = (isSecret: boolean): HtmlContext => ({
    addressOf: () => undefined,
    pictureOf: ({ src = '' }) => context.pictureOf(src),
    text: (text) => convertLinks(text, context, isSecret, escapeMarkdown),
    isSecret: isSecretElement,
  })
  const nodes = parseHtml(html)
  const markdown = toMarkdown(nodes, { ...of(false), inSecret: of(true) })
  const written =
    html
      .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
      .match(tags)
      ?.filter(isSecretTag) ?? []
  const found = [...elementsIn(nodes)].filter(({ attributes }) => /\bsecret\b/i.test(attributes.class ?? ''))
  if (found.length >= written.length) return markdown
  context.onUnread()
  return secretMarkdown(markdown)
}

/** Closes an open code fence, which would turn the comments after it into visible text. */
const withClosedFence = (markdown: string): string => {
  const fences = fenceReader()
  for (const line of markdown.split('\n')) fences.read(line)
  const closing = fences.closingLine()
  return closing === undefined ? markdown : `${markdown}\n${closing}`
}

/** Returns the inside of a section that begins at `from`, and the position after the section. */
const sectionFrom = (text: string, from: number): [inside: string, end: number] => {
  const tag = /<\/?section\b[^<>]*>/gi
  tag.lastIndex = from
  let depth = 1
  for (let found = tag.exec(text); found; found = tag.exec(text)) {
    depth += found[0].startsWith('</') ? -1 : 1
    if (depth === 0) return [text.slice(from, found.index), tag.lastIndex]
  }
  return [text.slice(from), text.length]
}

/** Converts Markdown, in which secrets are sections of HTML. */
export const markdownText = (markdown: string, context: TextContext): string => {
  const same = (text: string) => text
  const parts: string[] = []
  const addOpen = (text: string) => parts.push(withClosedFence(convertLinks(text, context, false, same)))
  let at = 0
  for (const { 0: tag, index } of markdown.matchAll(/<section\b[^<>]*>/gi)) {
    if (index < at || !isSecretTag(tag) || /\brevealed\b/i.test(tag)) continue
    addOpen(markdown.slice(at, index))
    const [inside, end] = sectionFrom(markdown, index + tag.length)
    parts.push(secretMarkdown(convertLinks(inside.replaceAll(/<!--|-->/g, ''), context, true, same)))
    at = end
  }
  addOpen(markdown.slice(at))
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')
}
