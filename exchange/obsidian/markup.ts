import { fenceReader } from '#richtext/code-fences.ts'
import { outsideCode } from './code-spans.ts'

/** Obsidian's own markup, converted to Markdown that names pages and pictures by their ids. */

/** Finds the targets of links, and is notified of everything that a page contains. */
export interface PageContext {
  /** Returns the address of a page; undefined if the name means no page. */
  page(name: string): string | undefined
  picture(name: string, isForDms: boolean): string | undefined
  onTag(tag: string): void
  /** Receives the name of a file that is neither a page nor a picture, or that is missing. */
  onMissing(name: string, isEmbed: boolean): void
  onRemote(address: string): void
  onNote(reason: string): void
}

const queries = new Set(['dataview', 'dataviewjs', 'tasks', 'leaflet', 'timeline', 'mermaid', 'base'])

const escaped = (text: string) => text.replaceAll(/[\\[\]*_`<>]/g, '\\$&')

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
const isAddress = (target: string) => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target)

const convertEmbed = (name: string, words: string, context: PageContext, isForDms: boolean): string => {
  if (isPictureName(name)) {
    const address = context.picture(name, isForDms)
    return address ? `![](${address})` : escaped(words)
  }
  const address = context.page(name)
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
  const address = context.page(name.trim())
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
  const path = decoded(target.replace(/#.*/, ''))
  const name = words.replace(/\|?\d+(?:x\d+)?$/, '')
  if (path === '') return words
  if (bang) return convertEmbed(path, name || path, context, isForDms)
  const address = context.page(path)
  if (address) return `[${words || escaped(path)}](${address})`
  context.onMissing(path, false)
  return words
}

/** Returns the tags of a line, outside of links. */
const tagsIn = (text: string): string[] => {
  if (!text.includes('#')) return []
  const plain = text.replaceAll(markdownLink, '-').replaceAll(wikiLink, '-')
  return [...plain.matchAll(tag)].flatMap(([, , name = '']) => (/[^\d/]/.test(name) ? [name] : []))
}

/** Converts links, embeds, highlights and block ids of a line outside of code. */
const convertInline = (text: string, context: PageContext, isForDms: boolean): string => {
  // Tags of secrets are left out, since every reader of a page sees its tags.
  if (!isForDms) for (const name of tagsIn(text)) context.onTag(name)
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
  const fences = fenceReader()
  return markdown
    .split('\n')
    .map((line) => {
      const { isCode, language = '' } = fences.read(line)
      if (queries.has(language.toLowerCase())) context.onNote(`A ${language} block stays text.`)
      return isCode ? line : convertLine(line, context, isForDms)
    })
    .join('\n')
}
