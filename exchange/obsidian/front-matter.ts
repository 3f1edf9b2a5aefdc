import { parseDocument } from 'yaml'

/** Longer front matter is not parsed, and counts as unreadable. */
const mostLetters = 64_000
const mostProperties = 100
const mostValueLetters = 2_000

export interface FrontMatter {
  tags: string[]
  aliases: string[]
  /** Replaces the name of the file. */
  title: string
  description: string
  isPublished: boolean
  /** True if only DMs see the page, regardless of the visibility chosen for the import. */
  isHidden: boolean
  /** The picture that represents the page, as it is written. */
  cover: string | undefined
  /** All other properties, as Markdown. */
  properties: { name: string; value: string }[]
  /** Text that cannot be read as YAML. */
  unreadable: string | undefined
}

const none = (): FrontMatter => ({
  tags: [],
  aliases: [],
  title: '',
  description: '',
  isPublished: false,
  isHidden: false,
  cover: undefined,
  properties: [],
  unreadable: undefined,
})

/** Splits a page into its front matter and its body. Only a fence on the first line opens front matter. */
const split = (text: string): { yaml: string | undefined; body: string } => {
  if (!/^---[ \t]*\n/.test(text)) return { yaml: undefined, body: text }
  const start = text.indexOf('\n') + 1
  const end = /^(?:---|\.\.\.)[ \t]*$/m.exec(text.slice(start))
  if (!end) return { yaml: undefined, body: text }
  return { yaml: text.slice(start, start + end.index), body: text.slice(start + end.index + end[0].length + 1) }
}

/** Recognises an unquoted `[[Name]]`, which YAML reads as a list within a list. */
const asLink = (value: unknown): string | undefined => {
  const [inner, ...more] = Array.isArray(value) ? value : []
  if (more.length > 0 || !Array.isArray(inner) || inner.length !== 1) return undefined
  return typeof inner[0] === 'string' ? `[[${inner[0]}]]` : undefined
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const link = asLink(value)
  if (link !== undefined) return link
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}
const listOf = (value: unknown): string[] =>
  (Array.isArray(value) && asLink(value) === undefined ? value.map(textOf) : textOf(value).split(','))
    .map((each) => each.trim())
    .filter(Boolean)

const readers: Readonly<Record<string, (matter: FrontMatter, value: unknown) => void>> = {
  // Only tags of a list may consist of several words.
  tags: (matter, value) =>
    matter.tags.push(...(Array.isArray(value) ? listOf(value) : listOf(value).flatMap((tag) => tag.split(/\s+/)))),
  title(matter, value) {
    matter.title = textOf(value).replaceAll(/\s+/g, ' ').trim()
  },
  aliases: (matter, value) => matter.aliases.push(...listOf(value)),
  description(matter, value) {
    matter.description = textOf(value)
  },
  publish(matter, value) {
    matter.isPublished = value === true || value === 'true'
  },
  'dm-only'(matter, value) {
    matter.isHidden = value === true || value === 'true'
  },
  cover(matter, value) {
    // Templates leave properties empty.
    matter.cover ||= textOf(value)
  },
  // Style sheets of the vault.
  cssclasses: () => undefined,
}
const known = new Map(Object.entries(readers))
const synonyms = new Map(
  Object.entries({
    tag: 'tags',
    alias: 'aliases',
    cssclass: 'cssclasses',
    image: 'cover',
    banner: 'cover',
  }),
)

const parse = (yaml: string): Map<unknown, unknown> | undefined => {
  if (yaml.length > mostLetters) return undefined
  try {
    const document = parseDocument(yaml, { uniqueKeys: false, logLevel: 'silent' })
    if (document.errors.length > 0) return undefined
    const value: unknown = document.toJS({ mapAsMap: true, maxAliasCount: 100 })
    if (value === null) return new Map()
    return value instanceof Map ? value : undefined
  } catch {
    return undefined
  }
}

/** Converts maps to plain text, to a depth of 20. */
const plain = (value: unknown, depth = 0): unknown => {
  if (depth > 20) return '…'
  if (Array.isArray(value)) return value.map((each) => plain(each, depth + 1))
  if (!(value instanceof Map)) return value
  return [...value].map(([name, inner]) => `${textOf(plain(name, depth + 1))}: ${textOf(plain(inner, depth + 1))}`)
}

/** Reads the properties of a page. YAML that cannot be read is returned as text. */
export const parseFrontMatter = (text: string): { matter: FrontMatter; body: string } => {
  const { yaml, body } = split(text)
  const matter = none()
  if (yaml === undefined) return { matter, body }
  const values = parse(yaml)
  if (!values) return { matter: { ...matter, unreadable: yaml.slice(0, mostLetters) }, body }
  for (const [key, value] of values) {
    const name = textOf(plain(key)).replaceAll(/\s+/g, ' ').trim()
    const folded = name.toLowerCase()
    const read = known.get(synonyms.get(folded) ?? folded)
    if (read) read(matter, plain(value))
    else if (matter.properties.length < mostProperties) {
      const written = textOf(plain(value)).replaceAll(/\s+/g, ' ').trim().slice(0, mostValueLetters)
      if (name !== '' && written !== '') matter.properties.push({ name: name.slice(0, 100), value: written })
    }
  }
  return { matter, body }
}
