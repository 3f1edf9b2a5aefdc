import { escapeMarkdown, markdownLink, secretMarkdown } from '../html/markdown.ts'
import { idOf, type Json, listOf, objectOf, textOf } from '../json.ts'

/** Resolves what a document refers to. */
export interface DocumentContext {
  /** A link to a resource; undefined where the export has none of this id. `words` replaces its name. */
  linkTo(id: string, words?: string): string | undefined
  onUnread(reason: string): void
}

/** Largest depth of blocks. Deeper ones are left out, since no author nests blocks that deep. */
const deepest = 60
const tooDeep = 'A part of it is nested too deeply, and was left out.'

const contentOf = (node: Json) => listOf(node.content)
const attributesOf = (node: Json): Json => objectOf(node.attrs) ?? {}
const isSecret = (node: Json) => node.type === 'bodiedExtension' && attributesOf(node).extensionKey === 'block-secret'

const marks: Readonly<Record<string, string>> = { strong: '**', em: '*', strike: '~~' }
const wrapped = (mark: string, text: string) => {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return inner === '' ? text : `${before}${mark}${inner}${mark}${after}`
}

/** The id in an address of a resource. */
const resourceIn = (address: string): string | undefined => /^lk:\/\/resources\/([\w-]+)/.exec(address)?.[1]

const markedText = (node: Json, context: DocumentContext): string => {
  const text = textOfRun(node.text)
  let markdown = escapeMarkdown(text)
  for (const mark of listOf(node.marks)) {
    const sign = marks[textOf(mark.type)]
    if (sign !== undefined) markdown = wrapped(sign, markdown)
    if (mark.type !== 'link') continue
    const href = textOf(attributesOf(mark).href)
    const id = resourceIn(href)
    if (id !== undefined) markdown = context.linkTo(id, text) ?? markdown
    else if (/^(?:https?:|mailto:)/i.test(href)) markdown = markdownLink(markdown, href)
  }
  return markdown
}
/** Returns the text of a run, untrimmed, since spaces at its ends separate it from the next run. */
const textOfRun = (text: unknown) => (typeof text === 'string' ? text.replaceAll(/\s+/g, ' ') : '')

const inlineOf = (nodes: readonly Json[], context: DocumentContext, depth: number): string => {
  if (depth > deepest) {
    context.onUnread(tooDeep)
    return ''
  }
  return nodes
    .map((node): string => {
      if (node.type === 'text') return markedText(node, context)
      if (node.type === 'hardBreak') return ' '
      const { id, alias, text } = attributesOf(node)
      if (node.type === 'mention')
        return context.linkTo(idOf(id), textOf(alias) || undefined) ?? escapeMarkdown(textOf(alias) || textOf(text))
      const inner = inlineOf(contentOf(node), context, depth + 1)
      if (isSecret(node)) return inner.trim() === '' ? '' : ` %%${inner.replaceAll('%%', '').trim()}%% `
      return inner === '' ? '' : `${inner} `
    })
    .join('')
}

const lineOf = (node: Json, context: DocumentContext, depth: number) =>
  inlineOf(contentOf(node), context, depth)
    .trim()
    .replace(/^([-+]|\d+[.)])(?=\s|$)/, (mark) => `${mark.slice(0, -1)}\\${mark.slice(-1)}`)

const tableOf = (node: Json, context: DocumentContext, depth: number): string => {
  const rows = contentOf(node).map((row) =>
    contentOf(row).map((cell) => inlineOf(contentOf(cell), context, depth).trim()),
  )
  const columns = Math.min(50, Math.max(0, ...rows.map((row) => row.length)))
  if (columns === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, n) => cells[n] ?? '').join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), `|${' --- |'.repeat(columns)}`, ...rest.map(line)].join('\n')
}

const lists = new Set(['bulletList', 'orderedList', 'taskList'])
const listMarkdown = (list: Json, context: DocumentContext, indent: string, depth: number): string =>
  contentOf(list)
    .map((item, n) => {
      const isDone = attributesOf(item).state === 'DONE'
      const task = list.type === 'taskList' ? (isDone ? '[x] ' : '[ ] ') : ''
      const mark = list.type === 'orderedList' ? `${n + 1}. ` : '- '
      const parts = contentOf(item)
      const words = inlineOf(
        parts.filter(({ type }) => !lists.has(textOf(type))),
        context,
        depth,
      ).trim()
      const nested = parts.filter(({ type }) => lists.has(textOf(type)))
      const below =
        depth > deepest
          ? []
          : nested.map((each) => listMarkdown(each, context, indent + ' '.repeat(mark.length), depth + 1))
      return [`${indent}${mark}${task}${words}`, ...below].join('\n')
    })
    .join('\n')

const fenced = (node: Json): string => {
  const text = contentOf(node)
    .map((run) => (typeof run.text === 'string' ? run.text : ''))
    .join('')
  return `\`\`\`\n${text.replaceAll('```', "'''")}\n\`\`\``
}

const pictureOf = (node: Json): string =>
  contentOf(node)
    .map((media) => textOf(attributesOf(media).url))
    .filter((address) => /^https?:/i.test(address))
    .map((address) => `![](<${address.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`)
    .join('\n')

const quoted = (markdown: string) => markdown.replaceAll(/^/gm, '> ')

const blockOf = (node: Json, context: DocumentContext, depth: number): string => {
  const type = textOf(node.type)
  const attributes = attributesOf(node)
  if (type === 'paragraph') return lineOf(node, context, depth)
  if (type === 'heading') {
    const level = Math.min(6, Math.max(1, Number(attributes.level) || 1))
    const line = lineOf(node, context, depth)
    return line && `${'#'.repeat(level)} ${line}`
  }
  if (lists.has(type)) return listMarkdown(node, context, '', depth)
  if (type === 'table') return tableOf(node, context, depth)
  if (type === 'codeBlock') return fenced(node)
  if (type === 'rule') return '---'
  if (type === 'mediaSingle') return pictureOf(node)
  if (type === 'extension')
    return /^https?:/.test(textOf(attributes.embedUrl)) ? `<${textOf(attributes.embedUrl)}>` : ''
  const inner = documentMarkdown(node, context, depth + 1)
  if (inner === '') return ''
  if (isSecret(node)) return secretMarkdown(inner)
  if (type === 'blockquote' || type === 'panel') return quoted(inner)
  const title = type === 'expand' ? textOf(attributes.title) : ''
  return title === '' ? inner : `**${escapeMarkdown(title)}**\n\n${inner}`
}

/** Converts a document of ProseMirror, as LegendKeeper stores it, to Markdown. Secrets become comments, which the importer hides. */
export const documentMarkdown = (node: Json, context: DocumentContext, depth = 0): string => {
  if (depth > deepest) {
    context.onUnread(tooDeep)
    return ''
  }
  return contentOf(node)
    .map((block) => blockOf(block, context, depth))
    .filter((block) => block !== '')
    .join('\n\n')
}
