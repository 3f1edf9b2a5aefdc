import type { Archive } from '../archive.ts'
import { idOf, isTrue, type Json, listOf, objectOf, parseJson, textOf } from '../json.ts'
import { uniquePaths } from '../paths.ts'
import { importLimits, type ProblemList } from '../plan.ts'
import { loadText } from '../text.ts'

/** Largest depth of folders. The contents of deeper folders are placed in the folder above. */
const deepest = importLimits.folderDepth - 5

/** `unknown`: neither public nor private, so that the choice of the importer decides. */
type State = 'open' | 'hidden' | 'unknown'

/** An object that becomes a page. */
export interface Article {
  id: string
  title: string
  /** `person`, `settlement`; for other objects than articles, their class. */
  template: string
  state: State
  record: Json
  path: string
}

/** All objects of an export, indexed by the ids with which they refer to each other. */
export interface World {
  articles: readonly Article[]
  byId: ReadonlyMap<string, Article>
  secrets: ReadonlyMap<string, Json>
  /** Secrets by the id of their article. */
  secretsOf: ReadonlyMap<string, Json[]>
  /** Addresses of images by their ids. */
  images: ReadonlyMap<string, string>
  problems: ProblemList
}

const classOf = ({ entityClass }: Json) => textOf(entityClass)
export const templateOf = (record: Json): string => textOf(record.templateType) || textOf(record.template)
const titleOf = (record: Json) => textOf(record.title) || textOf(record.name) || 'Untitled'
/** `historyNotes` and `history_notes` become “History notes”. */
export const wordsOf = (key: string): string => {
  const words = key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const hasGroups = ({ subscribergroups, subscriberGroups }: Json) =>
  [subscribergroups, subscriberGroups].some((groups) =>
    Array.isArray(groups) ? groups.length > 0 : Object.keys(objectOf(groups) ?? {}).length > 0,
  )
const stateOf = (record: Json, isWorldPrivate: boolean): State => {
  if (textOf(record.state) === 'private' || isTrue(record.isDraft) || hasGroups(record)) return 'hidden'
  return textOf(record.state) === 'public' && !isWorldPrivate ? 'open' : 'unknown'
}

/** Objects that are text, apart from articles, with the folder of their pages. */
const texts: readonly [RegExp, string][] = [
  [/^manuscript/i, 'Manuscripts'],
  [/^(?:timeline|history|chronicle|historicalentry)/i, 'Timelines'],
  [/^note/i, 'Notes'],
]
const textFolder = (record: Json): string | undefined => texts.find(([kind]) => kind.test(classOf(record)))?.[1]
/** Objects that only help to read others. */
const isSilent = (record: Json) => /^(?:subscribergroup|user|author|variable)/i.test(classOf(record))

export const loadObjects = async ({ files }: Archive, problems: ProblemList): Promise<Json[]> => {
  const records: Json[] = []
  for (const file of files) {
    if (!file.path.endsWith('.json')) continue
    const text = await loadText(file, problems)
    if (text === undefined) continue
    const record = parseJson(text)
    if (!record) problems.add('left', file.path, 'It is damaged.')
    else if (/(?:^|\/)category-metadata\.json$/.test(file.path)) records.push({ entityClass: 'Category', ...record })
    // Drops the same text as HTML.
    else records.push({ ...record, contentParsed: undefined })
  }
  return records
}

type Paths = ReturnType<typeof uniquePaths>
/** Assigns nested paths to categories. Returns a function that finds an article's folder. A category within a cycle moves to the root. */
const placeCategories = (records: readonly Json[], paths: Paths) => {
  const categories = new Map(records.map((record) => [idOf(record.id), record]))
  const placed = new Map<string, { path: string; depth: number }>()
  const named = new Map<string, string>()
  const place = (id: string, seen: ReadonlySet<string>): { path: string; depth: number } | undefined => {
    const record = categories.get(id)
    const before = placed.get(id)
    if (before || !record || seen.has(id)) return before
    const parent = idOf(objectOf(record.parent)?.id) || idOf(record.parent) || idOf(record.parentId)
    const above = (seen.size < deepest ? place(parent, new Set([...seen, id])) : undefined) ?? { path: '', depth: 0 }
    const path = above.depth < deepest ? paths.add(above.path, titleOf(record), '', 'Category') : above.path
    const own = { path, depth: above.depth + 1 }
    placed.set(id, own)
    return own
  }
  /** Returns the folder of a name for which the export has no category. */
  const folderNamed = (name: string): string => {
    const folder = named.get(name) ?? paths.add('', name, '', 'Folder')
    named.set(name, folder)
    return folder
  }
  return (record: Json): string => {
    const category = objectOf(record.category)
    const known = place(idOf(category?.id), new Set())?.path
    if (known !== undefined) return known
    return folderNamed(textOf(category?.title) || wordsOf(templateOf(record)) || 'Articles')
  }
}

const isArticle = (record: Json) => templateOf(record) !== '' && classOf(record) !== 'Category'
const hasText = (record: Json) =>
  ['content', 'fullcontent', 'description', 'synopsis', 'excerpt'].some((key) => textOf(record[key]) !== '')

/** Sorts the objects of an export into articles, secrets and images, and reports those that are not imported. */
export const openWorld = (records: readonly Json[], problems: ProblemList): World => {
  const of = (name: string) => records.filter((record) => classOf(record).toLowerCase() === name)
  const [categories, secrets, images, worlds] = [of('category'), of('secret'), of('image'), of('world')]
  const isWorldPrivate = worlds.some(({ state }) => textOf(state) === 'private')
  if (isWorldPrivate)
    problems.add(
      'noted',
      titleOf(worlds[0] ?? {}),
      'The world is private, so that none of its pages says that readers may see it.',
    )
  const paths = uniquePaths()
  const folderOf = placeCategories(categories, paths)
  const articles: Article[] = []
  const add = (record: Json, folder: string, template: string, state: State) => {
    const title = titleOf(record)
    const path = paths.add(folder, title, '.md', 'Untitled')
    articles.push({ id: idOf(record.id), title, template, state, record, path })
  }
  const read = new Set<Json>([...categories, ...secrets, ...images, ...worlds])
  for (const record of records) {
    const folder = textFolder(record)
    if (read.has(record) || isSilent(record)) continue
    if (isArticle(record)) add(record, folderOf(record), templateOf(record), stateOf(record, isWorldPrivate))
    else if (folder !== undefined && hasText(record)) {
      // Drafts and notes are their author's, unless they are public.
      const state = stateOf(record, isWorldPrivate)
      add(record, folder, wordsOf(classOf(record)), state === 'unknown' && !isWorldPrivate ? 'hidden' : state)
    } else
      problems.add('left', titleOf(record), `It is a ${wordsOf(classOf(record)) || 'file'}, which is not imported.`)
  }
  for (const record of categories)
    if (hasText(record)) add(record, folderOf({ category: record }), 'Category', stateOf(record, isWorldPrivate))
  const ids = new Set(articles.map(({ id }) => id))
  const relatedTo = (secret: Json) => idOf(objectOf(secret.article ?? secret.relatedArticle)?.id)
  for (const secret of secrets) if (!ids.has(relatedTo(secret))) add(secret, 'Secrets', 'Secret', 'hidden')
  return {
    articles,
    problems,
    byId: new Map(articles.filter(({ id }) => id !== '').map((article) => [article.id, article])),
    secrets: new Map(secrets.map((secret) => [idOf(secret.id), secret])),
    secretsOf: Map.groupBy(secrets, relatedTo),
    images: new Map(images.map((image) => [idOf(image.id), textOf(image.url)])),
  }
}

export const itemsOf = (value: unknown): Json[] => listOf(objectOf(value)?.items ?? value)
