import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { stringify } from 'yaml'
import { Rejection } from '#domain/decider.ts'
import type { Archive, ArchiveFile } from '../archive.ts'
import { escapeMarkdown, markdownLink, secretMarkdown } from '../html/markdown.ts'
import { idOf, isTrue, type Json, listOf, objectOf, parseJson, textOf } from '../json.ts'
import { relativeAddress, uniquePaths } from '../paths.ts'
import { importLimits, type ProblemList } from '../plan.ts'
import { type DocumentContext, documentMarkdown } from './document.ts'

const mostBytes = 64 * 2 ** 20
/** Largest depth of folders. Pages below it are placed in the folder of their parent. */
const deepest = importLimits.folderDepth - 5
const unzip = promisify(gunzip)

interface Resource {
  id: string
  name: string
  record: Json
  path: string
  /** True if it or a page above it is hidden. */
  isHidden: boolean
}
type World = ReadonlyMap<string, Resource>

/** Orders records by their positions, which are compared as text. */
const byPosition = (a: Json, b: Json) => (textOf(a.pos) < textOf(b.pos) ? -1 : textOf(a.pos) > textOf(b.pos) ? 1 : 0)
const templates = 'templates'

/** Assigns each resource a path below its parents. A resource without a root, as in a cycle, is placed at the root. */
const placeResources = (records: readonly Json[]): World => {
  const ids = new Set(records.map(({ id }) => idOf(id)))
  const parentOf = (record: Json) =>
    ids.has(idOf(record.parentId)) || idOf(record.parentId) === templates ? idOf(record.parentId) : ''
  const childrenOf = Map.groupBy(records.toSorted(byPosition), parentOf)
  const paths = uniquePaths()
  const world = new Map<string, Resource>()
  const omitted = new Set<string>([templates])
  const place = (siblings: readonly Json[], folder: string, isHiddenAbove: boolean, depth: number) => {
    for (const record of siblings) {
      const id = idOf(record.id)
      if (id === '' || world.has(id) || omitted.has(id)) continue
      const name = textOf(record.name) || 'Untitled'
      const isHidden = isHiddenAbove || isTrue(record.isHidden)
      const path = paths.add(folder, name, '.md', 'Untitled')
      world.set(id, { id, name, record, path, isHidden })
      const below = depth < deepest ? path.replace(/\.md$/, '') : folder
      place(childrenOf.get(id) ?? [], below, isHidden, depth + 1)
    }
  }
  const omitBelow = (id: string) => {
    for (const record of childrenOf.get(id) ?? []) {
      const child = idOf(record.id)
      if (omitted.has(child)) continue
      omitted.add(child)
      omitBelow(child)
    }
  }
  omitBelow(templates)
  place(childrenOf.get('') ?? [], '', false, 0)
  place(records, '', false, deepest)
  return world
}

const contextOf = (world: World, from: Resource, problems: ProblemList): DocumentContext => ({
  linkTo(id, words) {
    const target = world.get(id)
    if (!target) return undefined
    const isConcealed = target.isHidden && !from.isHidden
    if (isConcealed) problems.add('changed', from.path, 'It names a hidden page. Its name is replaced by “hidden”.')
    const shown = isConcealed ? 'hidden' : (words ?? target.name)
    return markdownLink(escapeMarkdown(shown), relativeAddress(from.path, target.path))
  },
  onUnread: (reason) => problems.add('changed', from.path, reason),
})

const kinds: Readonly<Record<string, string>> = { map: 'map', time: 'timeline', board: 'board' }

const partsOf = (resource: Resource, context: DocumentContext, problems: ProblemList): string[] => {
  const documents = listOf(resource.record.documents).toSorted(byPosition)
  return documents.flatMap((document) => {
    const kind = kinds[textOf(document.type)]
    if (kind !== undefined) {
      problems.add('left', resource.path, `Its ${kind} “${textOf(document.name).slice(0, 200)}” is not imported.`)
      return []
    }
    const text = documentMarkdown(objectOf(document.content) ?? {}, context)
    if (text === '') return []
    const whole =
      documents.length > 1 && !isTrue(document.isFirst)
        ? `## ${escapeMarkdown(textOf(document.name))}\n\n${text}`
        : text
    return [isTrue(document.isHidden) ? secretMarkdown(whole) : whole]
  })
}

const propertyValue = (property: Json, context: DocumentContext): string => {
  const data = objectOf(property.data)
  if (property.type === 'TEXT_FIELD')
    return documentMarkdown(objectOf(data?.fragment) ?? {}, context).replaceAll(/\s*\n\s*/g, ' ')
  if (property.type !== 'RESOURCE_LINK') return ''
  const links = listOf(data?.items).toSorted(byPosition)
  return links.flatMap(({ resourceId }) => context.linkTo(idOf(resourceId)) ?? []).join(', ')
}

const nameOf = (title: string) => title.charAt(0).toUpperCase() + title.slice(1).toLowerCase()
const propertiesOf = ({ record }: Resource, context: DocumentContext): string[] => {
  const properties = listOf(record.properties)
    .toSorted(byPosition)
    .map((property) => ({ property, value: propertyValue(property, context) }))
    .filter(({ value }) => value !== '')
  const lines = (isSecret: boolean) =>
    properties
      .filter(({ property }) => isTrue(property.isHidden) === isSecret)
      .map(({ property, value }) => `- **${escapeMarkdown(nameOf(textOf(property.title)))}:** ${value}`)
      .join('\n')
  const [open, hidden] = [lines(false), lines(true)]
  return [open && `## Properties\n\n${open}`, hidden && secretMarkdown(`## Hidden properties\n\n${hidden}`)].filter(
    Boolean,
  )
}

const wordsIn = (list: unknown) => (Array.isArray(list) ? list.map(textOf).filter(Boolean).slice(0, 100) : [])

const pageOf = (resource: Resource, world: World, problems: ProblemList): string => {
  const context = contextOf(world, resource, problems)
  const { record, name, isHidden } = resource
  const matter: Record<string, unknown> = { title: name, tags: wordsIn(record.tags), aliases: wordsIn(record.aliases) }
  matter[isHidden ? 'dm-only' : 'publish'] = true
  const banner = objectOf(record.banner)
  if (isTrue(banner?.enabled) && textOf(banner?.url) !== '') matter.cover = textOf(banner?.url)
  const parts = [...partsOf(resource, context, problems), ...propertiesOf(resource, context)]
  return `---\n${stringify(matter, { lineWidth: 0 })}---\n${parts.join('\n\n')}\n`
}

const readJson = async (bytes: Buffer): Promise<Json | undefined> => {
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b
  const unzipped = isZipped
    ? await unzip(bytes, { maxOutputLength: mostBytes }).catch((error: unknown) => {
        const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        throw new Rejection(isTooLarge ? 'archive_bomb' : 'archive_broken')
      })
    : bytes
  if (unzipped.length > mostBytes) throw new Rejection('archive_too_large', { megabytes: mostBytes / 2 ** 20 })
  return parseJson(String(unzipped))
}

/** Converts a LegendKeeper export (`.lk`, or its JSON) to a folder of Markdown. Throws `archive_…`, and `json_unknown` for other JSON. */
export const openLegendKeeper = async (bytes: Buffer, filename: string, problems: ProblemList): Promise<Archive> => {
  const data = await readJson(bytes)
  if (!data || !Array.isArray(data.resources)) throw new Rejection('json_unknown')
  const world = placeResources(listOf(data.resources))
  for (const calendar of listOf(data.calendars))
    problems.add('left', textOf(calendar.name) || 'Calendar', 'Calendars are not imported.')
  const files = [...world.values()].map(
    (resource): ArchiveFile => ({
      path: resource.path,
      size: 0,
      read: async () => Buffer.from(pageOf(resource, world, problems)),
    }),
  )
  const name = filename.replace(/^.*[\\/]/, '').replace(/\.(?:lk|json)$/i, '')
  return { name: name.slice(0, 200), files, settings: new Map() }
}
