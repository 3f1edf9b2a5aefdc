import { Rejection } from '#domain/decider.ts'
import { type ArchiveFile, foldPath } from '../archive.ts'
import { type ImportPlan, importLimits, type ProblemList } from '../plan.ts'
import { loadText } from '../text.ts'
import { baseOf, type IdOf } from './folders.ts'
import { type FrontMatter, parseFrontMatter } from './front-matter.ts'

/** A page of the vault before its links are resolved. */
export interface Note {
  /** Path without `.md`; that of plain text retains its ending, since links contain it. */
  path: string
  id: string
  /** True if the body is plain text, not Markdown. */
  isPlain: boolean
  matter: FrontMatter
  body: string
}

/** The name of the page's lore. */
export const nameOf = ({ path, matter, isPlain }: Note) =>
  matter.title || (isPlain ? baseOf(path).replace(/\.txt$/i, '') : baseOf(path)).trim()

const extensionOf = (path: string) => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
type AtPath = Pick<ArchiveFile, 'path'>
const isPlainText = ({ path }: AtPath) => extensionOf(path) === 'txt'
const isMarkdown = ({ path }: AtPath) => ['md', 'markdown'].includes(extensionOf(path))
/** Selects pages. Plain text counts only for Obsidian and Markdown, since in exports of other products it is a licence or read-me file. */
export const pageFilter = (source: ImportPlan['source']) => (file: AtPath) =>
  isMarkdown(file) || (isPlainText(file) && (source === 'obsidian' || source === 'markdown'))
export type IsPage = ReturnType<typeof pageFilter>
export const isPicture = ({ path }: ArchiveFile) => ['png', 'jpg', 'jpeg'].includes(extensionOf(path))
const otherPictures = ['webp', 'gif', 'bmp', 'svg', 'avif']

const readNote = async (file: ArchiveFile, problems: ProblemList, idOf: IdOf): Promise<Note | undefined> => {
  const written = await loadText(file, problems)
  if (written === undefined) return undefined
  const text = written.replaceAll(/\r\n?/g, '\n')
  const isPlain = isPlainText(file)
  const { matter, body } = isPlain ? { ...parseFrontMatter(''), body: text } : parseFrontMatter(text)
  if (matter.unreadable !== undefined)
    problems.add('changed', file.path, 'Its properties cannot be read. They became a section for DMs.')
  const path = file.path.replace(/\.(?:md|markdown)$/i, '')
  return { path, id: idOf('page', foldPath(path)), isPlain, matter, body }
}

/** Reports files that are neither pages nor pictures that can be imported. */
export const reportOthers = (files: readonly ArchiveFile[], problems: ProblemList) => {
  for (const { path } of files) {
    const extension = extensionOf(path)
    if (otherPictures.includes(extension)) problems.add('left', path, 'Only JPEG and PNG pictures can be imported.')
    else if (extension === 'canvas') problems.add('left', path, 'Canvases are not imported yet.')
    else problems.add('left', path, 'Only pages of Markdown or plain text, and pictures, are imported.')
  }
}

/** Aliases and properties of a page as a list of Markdown. */
export const propertiesOf = ({ aliases, properties }: FrontMatter): string => {
  const lines = properties.map(({ name, value }) => `- **${name.replaceAll(/[*_`<>\\[\]]/g, '\\$&')}:** ${value}`)
  if (aliases.length > 0)
    lines.unshift(
      `- **Also called:** ${aliases
        .map((alias) => alias.replaceAll(/[[\]]/g, ''))
        .join(', ')
        .slice(0, 2_000)}`,
    )
  return lines.join('\n')
}

/** Removes a first heading that repeats the name of the page. */
export const withoutTitle = (body: string, name: string): string => {
  const [whole = '', title = ''] = /^\s*#[ \t]+([^\n]*)(?:\n|$)/.exec(body) ?? []
  return title.trim().toLowerCase() === name.toLowerCase() ? body.slice(whole.length) : body
}

/** The address of the picture that represents a page, as the page writes it. */
export const coverOf = ({ matter }: Note) => matter.cover?.replace(/^!?\[\[([^|\]]*).*$/, '$1')

/** Reads the pages of an archive. Throws `archive_without_pages` and `archive_too_many`. */
export const readNotes = async (
  files: readonly ArchiveFile[],
  isPage: IsPage,
  problems: ProblemList,
  idOf: IdOf,
): Promise<Note[]> => {
  const pages = files.filter(isPage)
  if (pages.length === 0) throw new Rejection('archive_without_pages', { pictures: files.filter(isPicture).length })
  if (pages.length > importLimits.pages)
    throw new Rejection('archive_too_many', { entries: pages.length, most: importLimits.pages })
  const notes: Note[] = []
  const paths = new Set<string>()
  for (const file of pages) {
    const note = await readNote(file, problems, idOf)
    if (!note) continue
    if (paths.has(foldPath(note.path))) problems.add('left', file.path, 'Another page has the same name.')
    else notes.push(note)
    paths.add(foldPath(note.path))
  }
  return notes
}
