import { posix } from 'node:path'
import { stringify } from 'yaml'
import { Rejection } from '#domain/decider.ts'
import { type Archive, type ArchiveFile, commonTop, foldPath, openArchive } from '../archive.ts'
import { importLimits, type ProblemList } from '../plan.ts'

/** Notion writes the id of a page at the end of its file's name and of the folder of its children. */
const id = / [\da-f]{32}(?=\.|\/|$|_all\.csv$)/
const pageName = / [\da-f]{32}\.md$/
const part = /(?:^|\/)[^/]*Part-\d+\.zip$/i
/** The folder in which Notion wraps a part, or the whole export. */
const wrapper = /^Export-[\da-f-]+$/i
const mostParts = 8

/** Opens the zips that the download of a large workspace consists of. */
const withParts = async (archive: Archive, problems: ProblemList): Promise<Archive> => {
  const zips = archive.files.filter(({ path }) => part.test(path)).slice(0, mostParts)
  if (zips.length === 0) return archive
  const files: ArchiveFile[] = []
  for (const zip of zips) {
    const { name, files: some } = await openArchive(await zip.read(), problems)
    // The top folder of a part is either Notion's wrapper, which is dropped, or a folder of the workspace, which stays.
    const isWrapped = name === undefined || wrapper.test(name)
    files.push(...some.map((file) => (isWrapped ? file : { ...file, path: `${name}/${file.path}` })))
  }
  if (files.reduce((sum, { size }) => sum + size, 0) > importLimits.unpackedBytes)
    throw new Rejection('archive_too_large', { megabytes: Math.floor(importLimits.unpackedBytes / 2 ** 20) })
  if (files.length > importLimits.entries)
    throw new Rejection('archive_too_many', { entries: files.length, most: importLimits.entries })
  const top = commonTop(files)
  const from = top === undefined ? 0 : top.length + 1
  return { ...archive, name: undefined, files: files.map((file) => ({ ...file, path: file.path.slice(from) })) }
}

/** A path without the ids of its names. */
const withoutIds = (path: string) =>
  path
    .split('/')
    .map((name) => name.replace(id, ''))
    .join('/')

/** Maps paths to paths without ids. Pages with the same name in the same folder retain theirs, so that paths remain unique. */
const shortPaths = (files: readonly ArchiveFile[]): ReadonlyMap<string, string> => {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const short = foldPath(withoutIds(path))
    counts.set(short, (counts.get(short) ?? 0) + 1)
  }
  return new Map(
    files.map(({ path }) => {
      const short = withoutIds(path)
      return [
        path,
        counts.get(foldPath(short)) === 1 ? short : posix.join(withoutIds(posix.dirname(path)), posix.basename(path)),
      ]
    }),
  )
}

/** Names of the columns of a database: the first row of its table. */
const columnsIn = (csv: string): string[] => {
  const [line = ''] = csv.replace(/^\uFEFF/, '').split(/\r?\n/, 1)
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  )
}

/** Returns the columns of databases, by the folder that contains the pages of their rows. */
const columnsByFolder = async (files: readonly ArchiveFile[]): Promise<ReadonlyMap<string, Set<string>>> => {
  const columns = new Map<string, Set<string>>()
  for (const file of files) {
    if (!file.path.endsWith('.csv') || file.size > importLimits.pageBytes) continue
    const folder = file.path.replace(/(?:_all)?\.csv$/, '')
    const found = columns.get(folder) ?? new Set()
    for (const name of columnsIn(String(await file.read().catch(() => '')))) if (name !== '') found.add(name)
    columns.set(folder, found)
  }
  return columns
}

/** A relation is written as `Name (path)`. */
const relation = /([^,()]+?) \(([^()]+\.md)\)/g
const longestValue = 4_000
const withLinks = (value: string) => value.slice(0, longestValue).replaceAll(relation, '[$1](<$2>)')

interface Page {
  title: string
  properties: Record<string, string | string[]>
  body: string
}

/** Splits a page into its title, the properties of its row and its body. Only columns of its database are properties. */
const splitPage = (text: string, columns: ReadonlySet<string> | undefined): Page => {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  const [, title = ''] = /^# (.*)$/.exec(lines[0] ?? '') ?? []
  let n = title === '' ? 0 : 1
  while (lines[n]?.trim() === '' && n < lines.length) n++
  const properties: Record<string, string | string[]> = {}
  for (; columns; n++) {
    const [, name = '', value = ''] = /^([^:\n]{1,100}): (.*)$/.exec(lines[n] ?? '') ?? []
    if (!columns.has(name)) break
    if (/^tags?$/i.test(name)) properties.tags = value.split(',').map((tag) => tag.trim())
    else properties[name] = withLinks(value)
  }
  return { title: title.trim(), properties, body: lines.slice(n).join('\n') }
}

/** Links to pages and files of the export, which still contain the ids that are removed from the paths. */
const link = /\]\((?!\w+:)(<?)([^)\n]{1,1000})\)/g

/** Converts callouts to quotes. */
const withQuotes = (markdown: string): string => {
  const [first = '', ...rest] = markdown.split('<aside>')
  const pieces = rest.map((piece) => {
    const end = piece.indexOf('</aside>')
    if (end < 0) return `<aside>${piece}`
    const lines = piece.slice(0, end).trim().split('\n')
    return lines.map((line) => `> ${line}`).join('\n') + piece.slice(end + '</aside>'.length)
  })
  return first + pieces.join('')
}

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const asMarkdown = (
  text: string,
  from: string,
  columns: ReadonlySet<string> | undefined,
  paths: ReadonlyMap<string, string>,
) => {
  const { title, properties, body } = splitPage(text, columns)
  const here = paths.get(from) ?? from
  const address = (written: string) => {
    const target = posix.join(posix.dirname(from), decoded(written.replace(/>$/, '')))
    const short = paths.get(target)
    if (short === undefined) return undefined
    const relative = posix.relative(posix.dirname(here), short)
    return relative.startsWith('.') ? relative : `./${relative}`
  }
  const linked = (markdown: string) =>
    markdown.replaceAll(link, (whole, _open: string, written: string) => {
      const path = address(written)
      return path === undefined ? whole : `](<${path}>)`
    })
  const quoted = withQuotes(linked(body))
  const values = Object.entries(properties).map(([name, value]) => [
    name,
    typeof value === 'string' ? linked(value) : value,
  ])
  const matter = { ...(title !== '' && { title }), ...Object.fromEntries(values) }
  return Object.keys(matter).length > 0 ? `---\n${stringify(matter, { lineWidth: 0 })}---\n${quoted}` : quoted
}

/** True for an export of Notion, whose pages have ids in their names. */
const isNotion = ({ files }: Archive): boolean => files.some(({ path }) => pageName.test(path))

/** Converts an export of Notion to a folder of Markdown as the importer reads it; undefined for any other archive. */
export const openNotion = async (opened: Archive, problems: ProblemList): Promise<Archive | undefined> => {
  const archive = await withParts(opened, problems)
  if (!isNotion(archive)) return undefined
  const paths = shortPaths(archive.files)
  const columns = await columnsByFolder(archive.files)
  const files = archive.files.flatMap((file): ArchiveFile[] => {
    const { path } = file
    // Rows of a table are pages of their own.
    if (path.endsWith('.csv') || path === 'index.html') return []
    const short = paths.get(path) ?? path
    if (!path.endsWith('.md')) return [{ ...file, path: short }]
    const read = async () =>
      Buffer.from(asMarkdown(String(await file.read()), path, columns.get(posix.dirname(path)), paths))
    return [{ ...file, path: short, read }]
  })
  return { ...archive, files }
}
