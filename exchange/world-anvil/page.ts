import { stringify } from 'yaml'
import { escapeMarkdown, type HtmlContext, markdownLink, secretMarkdown, toMarkdown } from '../html/markdown.ts'
import { idOf, type Json, objectOf, textOf } from '../json.ts'
import { relativeAddress } from '../paths.ts'
import { articleAddress, type BbcodeContext, imageAttribute, parseBbcode } from './bbcode.ts'
import { type Article, itemsOf, type World, wordsOf } from './world.ts'

const isWebAddress = (address: string) => /^https?:\/\//i.test(address)

/** Converts BBCode to Markdown, with secrets as comments. */
const markdownOf = (bbcode: string, world: World, from: Article, embedded: Set<string>): string => {
  const bbcodeContext: BbcodeContext = {
    secretOf(id) {
      const secret = world.secrets.get(id)
      if (!secret) return undefined
      embedded.add(id)
      const within = { ...bbcodeContext, secretOf: () => [] }
      const title = { tag: 'h3', attributes: {}, children: [textOf(secret.title)] }
      return [title, ...parseBbcode(textOf(secret.content), within)]
    },
    onEmbed: (kind) => world.problems.add('changed', from.path, `The ${kind} that it shows is left out.`),
  }
  const context: HtmlContext = {
    addressOf(href) {
      const target = href.startsWith(articleAddress) ? world.byId.get(href.slice(articleAddress.length)) : undefined
      if (target) return relativeAddress(from.path, target.path)
      if (href.startsWith(articleAddress))
        world.problems.add(
          'noted',
          from.path,
          'An article that it links to is not in the file, so that the link stays text.',
        )
      return undefined
    },
    pictureOf({ [imageAttribute]: id = '' }) {
      const address = world.images.get(id) ?? (isWebAddress(id) ? id : '')
      if (isWebAddress(address)) return address.replaceAll(/[<>\s]/g, encodeURIComponent)
      world.problems.add('noted', from.path, `Its picture ${id.slice(0, 100)} is not in the file.`)
      return undefined
    },
    isSecret: ({ attributes }) => attributes.class === 'secret',
  }
  return toMarkdown(parseBbcode(bbcode, bbcodeContext), context)
}

/** True for a field that World Anvil shows only to the author. */
const isForAuthor = (key: string) => /ghost|author|scrapbook|seeded/i.test(key)
/** Fields that `fieldsOf` omits: those about the presentation of an article, and those that are read by name elsewhere. */
const unread = new Set([
  ...[
    'id',
    'slug',
    'title',
    'name',
    'template',
    'templateType',
    'state',
    'content',
    'contentParsed',
    'excerpt',
    'tags',
  ],
  ...['entityClass', 'category', 'articleParent', 'articleNext', 'articlePrevious', 'children', 'cover', 'portrait'],
  ...['sections', 'relations', 'subscribergroups', 'subscriberGroups', 'author', 'likes', 'views', 'wordcount', 'url'],
  ...['editURL', 'icon', 'position', 'world', 'type', 'passcode', 'folderId', 'success', 'cssClasses', 'snippet'],
  ...['subheading', 'parent', 'timelines', 'manuscript', 'article', 'relatedArticle', 'ancestry', 'editor', 'locale'],
])
const isPresentation = (key: string) =>
  /^(?:is|has|show|display|allow|enable|hide)(?:[A-Z_]|$)|css|ur[il]$|colou?r|icon|dates?$|token|metadata|generic|version/i.test(
    key,
  )
/** Text of the side bar and the footer of an article. */
const besides: Readonly<Record<string, string>> = {
  sidepanelcontenttop: '',
  sidepanelcontent: '',
  sidebarcontent: '',
  sidebarcontentbottom: '',
  pronunciation: 'Pronunciation',
  footnotes: 'Footnotes',
  fullfooter: '',
}

interface Field {
  key: string
  markdown: string
  isSecret: boolean
}

const reference = (item: Json, world: World, from: Article): { markdown: string; isSecret: boolean } | undefined => {
  const target = world.byId.get(idOf(item.id))
  const words = target?.title ?? textOf(item.title)
  if (words === '') return undefined
  const markdown = escapeMarkdown(words)
  if (!target || target === from) return { markdown, isSecret: false }
  return {
    markdown: markdownLink(markdown, relativeAddress(from.path, target.path)),
    isSecret: target.state === 'hidden',
  }
}

/** References of a field to other articles; those to hidden ones are for DMs. */
const referenceFields = (key: string, items: readonly Json[], world: World, from: Article): Field[] => {
  const found = items.flatMap((item) => reference(item, world, from) ?? [])
  return [false, true].flatMap((isSecret): Field[] => {
    const some = found.filter((each) => (each.isSecret && from.state !== 'hidden') === isSecret)
    return some.length > 0 ? [{ key, isSecret, markdown: some.map(({ markdown }) => markdown).join(', ') }] : []
  })
}

const shortLetters = 200
const fieldsOf = (article: Article, world: World, convert: (text: string) => string): Field[] =>
  Object.entries(article.record).flatMap(([key, value]): Field[] => {
    if (unread.has(key) || key in besides || isPresentation(key)) return []
    const isSecret = isForAuthor(key)
    if (typeof value === 'string' || typeof value === 'number')
      return [{ key, isSecret, markdown: convert(textOf(value)) }]
    if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
      return [{ key, isSecret, markdown: value.slice(0, 100).map(convert).join(', ') }]
    const object = objectOf(value)
    const items = object && idOf(object.id) !== '' ? [object] : itemsOf(value)
    return referenceFields(key, items, world, article).map((field) => ({
      ...field,
      isSecret: field.isSecret || isSecret,
    }))
  })

/** A part with a title; those for DMs are comments. */
const partOf = (title: string, markdown: string, isSecret: boolean): string[] => {
  if (markdown.trim() === '') return []
  const whole = title === '' ? markdown : `## ${escapeMarkdown(title)}\n\n${markdown}`
  return [isSecret ? secretMarkdown(whole) : whole]
}

const sectionParts = ({ record }: Article, convert: (text: string) => string): string[] =>
  Object.entries(objectOf(record.sections) ?? {}).flatMap(([key, value]) => {
    const section = objectOf(value)
    const text = convert(textOf(section?.content ?? value))
    return partOf(textOf(section?.title) || wordsOf(key), text, isForAuthor(key))
  })

const secretParts = (
  article: Article,
  world: World,
  embedded: ReadonlySet<string>,
  convert: (text: string) => string,
) =>
  (world.secretsOf.get(article.id) ?? [])
    .filter((secret) => !embedded.has(idOf(secret.id)))
    .flatMap((secret) => partOf(textOf(secret.title), convert(textOf(secret.content)), true))

const coverMarkdown = ({ record }: Article): string[] => {
  const addresses = [record.cover, record.portrait].map((image) => textOf(objectOf(image)?.url)).filter(isWebAddress)
  return [...new Set(addresses)].map((address) => `![](<${address.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`)
}

const listOfFields = (fields: readonly Field[]) =>
  fields
    .map(({ key, markdown }) => `- **${escapeMarkdown(wordsOf(key))}:** ${markdown.replaceAll(/\s+/g, ' ')}`)
    .join('\n')

/** Returns date and author of the source. They become a property of the page, since the author of an imported page is its importer. */
const writtenOf = ({ record }: Article): string => {
  const day = /^\d{4}-\d\d-\d\d/.exec(textOf(objectOf(record.creationDate)?.date ?? record.creationDate))?.[0]
  const author = textOf(objectOf(record.author)?.title) || textOf(objectOf(record.author)?.username)
  return [day, author && `by ${author}`].filter(Boolean).join(' ')
}

const matterOf = (article: Article): Record<string, unknown> => {
  const { record, title, template, state } = article
  const matter: Record<string, unknown> = { title, tags: textOf(record.tags).split(',') }
  if (state !== 'unknown') matter[state === 'hidden' ? 'dm-only' : 'publish'] = true
  if (template !== '') matter.Template = wordsOf(template)
  const type = textOf(objectOf(record.type)?.title)
  if (type !== '') matter.Type = type
  const written = writtenOf(article)
  if (written !== '') matter.Written = written
  return matter
}

/** Returns the relations to other articles, which become relationships. */
export const relationsOf = ({ record }: Article, world: World) =>
  Object.entries(objectOf(record.relations) ?? {}).flatMap(([key, value]) =>
    itemsOf(value).flatMap((item) => {
      const target = world.byId.get(idOf(item.id))
      return target ? [{ target, comment: wordsOf(key).toLowerCase() }] : []
    }),
  )

/** Converts an article to a page of Markdown; parts that World Anvil hides become comments. */
export const pageOf = (article: Article, world: World): string => {
  const { record } = article
  const embedded = new Set<string>()
  const convert = (text: string) => markdownOf(text, world, article, embedded)
  const text = ['subheading', 'excerpt', 'synopsis', 'description', 'content', 'fullcontent']
    .filter((key) => textOf(record[key]) !== '' && (key !== 'description' || textOf(record.content) === ''))
    .map((key) => convert(textOf(record[key])))
  const parent = referenceFields('partOf', itemsOf([record.articleParent]), world, article)
  const others = Object.keys(objectOf(record.relations) ?? {}).flatMap((key) => {
    const items = itemsOf(objectOf(record.relations)?.[key]).filter(({ id }) => !world.byId.has(idOf(id)))
    return referenceFields(key, items, world, article)
  })
  const fields = [...parent, ...fieldsOf(article, world, convert), ...others].filter(({ markdown }) => markdown !== '')
  const isLong = ({ markdown }: Field) => markdown.length > shortLetters || markdown.includes('\n')
  const short = fields.filter((field) => !isLong(field))
  const parts = [
    ...coverMarkdown(article),
    ...text,
    ...sectionParts(article, convert),
    ...Object.entries(besides).flatMap(([key, title]) => partOf(title, convert(textOf(record[key])), false)),
    ...fields.filter(isLong).flatMap(({ key, markdown, isSecret }) => partOf(wordsOf(key), markdown, isSecret)),
    ...partOf('Properties', listOfFields(short.filter(({ isSecret }) => !isSecret)), false),
    ...partOf('Hidden properties', listOfFields(short.filter(({ isSecret }) => isSecret)), true),
  ]
  parts.push(...secretParts(article, world, embedded, convert))
  return `---\n${stringify(matterOf(article), { lineWidth: 0 })}---\n${parts.filter(Boolean).join('\n\n')}\n`
}
