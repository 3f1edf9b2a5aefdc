import { Rejection } from '#domain/decider.ts'
import type { Ops } from '#domain/deltas.ts'
import type { MarkdownOptions } from '#richtext/from-markdown.ts'
import { addressOf } from '#richtext/lines.ts'
import { type Archive, type ArchiveFile, foldPath } from '../archive.ts'
import { parseJson } from '../json.ts'
import { openFormat } from '../open-format.ts'
import {
  type ImportCounts,
  type ImportPlan,
  type ImportProblem,
  importLimits,
  type PlannedFolder,
  type PlannedLink,
  type PlannedPage,
  type PlannedPicture,
  type PlannedSection,
  type ProblemList,
  packParts,
  problemList,
} from '../plan.ts'
import { loadText } from '../text.ts'
import { type FrontMatter, parseFrontMatter } from './front-matter.ts'
import { type Targets, targetsOf } from './links.ts'
import { convertMarkdown, type PageContext } from './markup.ts'
import { type Passage, splitSecrets } from './secrets.ts'
import { hasWords, plainTextsOf, textsOf } from './texts.ts'

type IdOf = (...parts: (string | number)[]) => string

/** A page of the vault before its links are resolved. */
interface Note {
  /** Without `.md`; plain text has its ending, by which links name it. */
  path: string
  id: string
  /** Its body is no Markdown. */
  isPlain: boolean
  matter: FrontMatter
  body: string
}

interface Picture {
  file: ArchiveFile
  id: string
  /** The page that owns it: the first one that shows it to its readers, otherwise one with a section for DMs that shows it. */
  shownBy: { note: Note; isForDms: boolean } | undefined
}

interface Vault {
  notes: Note[]
  pages: Targets<Note>
  pictures: Targets<Picture>
  problems: ProblemList
  counts: Pick<ImportCounts, 'links' | 'textLinks' | 'secrets'>
  tags: Set<string>
  linked: Set<Note>
  idOf: IdOf
  options: MarkdownOptions
}

const nameLimit = 255
const tagsOfPage = 40
const tagLetters = 60
const descriptionLetters = 20_000
const commentLetters = 200

const nameOf = ({ path, matter, isPlain }: Note) =>
  matter.title || (isPlain ? baseOf(path).replace(/\.txt$/i, '') : baseOf(path)).trim()
const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const extensionOf = (path: string) => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
type AtPath = Pick<ArchiveFile, 'path'>
const isPlainText = ({ path }: AtPath) => extensionOf(path) === 'txt'
const isMarkdown = ({ path }: AtPath) => ['md', 'markdown'].includes(extensionOf(path))
/** Texts next to the files of other products are licences and read-me files. */
const pageFilter = (source: ImportPlan['source']) => (file: AtPath) =>
  isMarkdown(file) || (isPlainText(file) && (source === 'obsidian' || source === 'markdown'))
type IsPage = ReturnType<typeof pageFilter>
const isPicture = ({ path }: ArchiveFile) => ['png', 'jpg', 'jpeg'].includes(extensionOf(path))
const otherPictures = ['webp', 'gif', 'bmp', 'svg', 'avif']
const megabytes = (bytes: number) => Math.floor(bytes / 2 ** 20)

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

const reportOthers = (files: readonly ArchiveFile[], problems: ProblemList) => {
  for (const { path } of files) {
    const extension = extensionOf(path)
    if (otherPictures.includes(extension)) problems.add('left', path, 'Only JPEG and PNG pictures can be imported.')
    else if (extension === 'canvas') problems.add('left', path, 'Canvases are not imported yet.')
    else problems.add('left', path, 'Only pages of Markdown or plain text, and pictures, are imported.')
  }
}

/** The picture that represents a page: the first of those that belong to it. */
interface Primary {
  picture?: Picture
}

const contextOf = (vault: Vault, note: Note, tags: string[], primary: Primary): PageContext => {
  const { problems, counts } = vault
  const found = <Item>(targets: Targets<Item>, name: string): Item | undefined => {
    const item = targets.find(name, note.path)
    if (item === 'ambiguous')
      problems.add('noted', note.path, `Several files are named “${name.slice(0, 200)}”, so that the link stays text.`)
    return item === 'ambiguous' ? undefined : item
  }
  return {
    page(name) {
      const target = found(vault.pages, name)
      if (!target) return undefined
      counts.links++
      vault.linked.add(target)
      return addressOf.lore(target.id)
    },
    picture(name, isForDms) {
      const picture = found(vault.pictures, name)
      if (!picture) {
        problems.add('noted', note.path, `Its picture “${name.slice(0, 200)}” is missing.`)
        return undefined
      }
      // The list of problems names it once, as a file that is left out.
      if (picture.file.size > importLimits.pictureBytes) return undefined
      if (!picture.shownBy || (picture.shownBy.isForDms && !isForDms)) picture.shownBy = { note, isForDms }
      if (!isForDms && picture.shownBy.note === note) primary.picture ??= picture
      return addressOf.image(picture.id)
    },
    onTag: (tag) => tags.push(tag),
    onMissing(name, isEmbed) {
      if (!isEmbed) counts.textLinks++
      problems.add(
        'noted',
        note.path,
        `“${name.slice(0, 200)}” is not imported, so that the ${isEmbed ? 'embed' : 'link'} stays text.`,
      )
    },
    onRemote: (address) =>
      problems.add('noted', note.path, `The picture ${address.slice(0, 200)} is on another site. A link to it stays.`),
    onNote: (reason) => problems.add('changed', note.path, reason),
  }
}

const propertiesOf = ({ aliases, properties }: FrontMatter): string => {
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

/** The heading that repeats the name of the page. */
const withoutTitle = (body: string, name: string): string => {
  const [whole = '', title = ''] = /^\s*#[ \t]+([^\n]*)(?:\n|$)/.exec(body) ?? []
  return title.trim().toLowerCase() === name.toLowerCase() ? body.slice(whole.length) : body
}

const titles = { notes: 'Notes', dm: 'For DMs', properties: 'Properties' }

/** Converts the contents of a page: its text behind `lead`, its secrets in their place, and its properties at the end. */
const sectionsOf = (vault: Vault, note: Note, context: PageContext, lead: string): PlannedSection[] => {
  const sections: PlannedSection[] = []
  const addTexts = (title: string, isForDms: boolean, texts: readonly Ops[]) => {
    if (texts.length > 1) context.onNote(`It is long, so that its text became ${texts.length} sections.`)
    for (const ops of texts) {
      if (!hasWords(ops)) continue
      if (sections.length >= importLimits.sections) {
        vault.problems.add('left', note.path, 'A page holds 100 sections. The rest of its text was left out.')
        return
      }
      const number = sections.filter((section) => section.title.startsWith(title)).length + 1
      const id = vault.idOf('section', note.id, sections.length)
      sections.push({ id, title: number > 1 ? `${title}, ${number}` : title, isForDms, ops })
    }
  }
  const add = (title: string, { isForDms, markdown }: Passage) => {
    const { texts, isPlain } = textsOf(convertMarkdown(markdown, context, isForDms), vault.options)
    if (isPlain) context.onNote('A part of it is nested too deeply, and became plain text.')
    addTexts(title, isForDms, texts)
  }
  if (note.isPlain) {
    addTexts(titles.notes, false, plainTextsOf(note.body))
    return sections
  }
  for (const passage of splitSecrets(lead + withoutTitle(note.body, nameOf(note)))) {
    add(passage.isForDms ? titles.dm : titles.notes, passage)
    if (passage.isForDms) vault.counts.secrets++
  }
  const { unreadable } = note.matter
  if (unreadable)
    add('Unread properties', { isForDms: true, markdown: `\`\`\`\n${unreadable.replaceAll('```', "'''")}\n\`\`\`` })
  const properties = propertiesOf(note.matter)
  if (properties !== '') add(titles.properties, { isForDms: false, markdown: properties })
  return sections
}

const tagsFrom = (tags: readonly string[]): string[] => {
  const found = new Map<string, string>()
  for (const each of tags) {
    const tag = each.replace(/^#+/, '').replaceAll(/\s+/g, ' ').trim().slice(0, tagLetters)
    if (tag !== '' && !found.has(tag.toLowerCase())) found.set(tag.toLowerCase(), tag)
  }
  return [...found.values()].slice(0, tagsOfPage)
}

const planFolders = (
  paths: readonly string[],
  idOf: IdOf,
): { folders: PlannedFolder[]; indexOf: Map<string, number> } => {
  const folders: PlannedFolder[] = []
  const indexOf = new Map<string, number>()
  const add = (path: string): number | null => {
    if (path === '') return null
    const known = indexOf.get(foldPath(path))
    if (known !== undefined) return known
    const parent = add(folderOf(path))
    indexOf.set(foldPath(path), folders.length)
    const name = baseOf(path).trim().slice(0, 200) || '-'
    folders.push({ id: idOf('folder', foldPath(path)), path, name, parent })
    return folders.length - 1
  }
  for (const path of paths) add(path)
  return { folders, indexOf }
}

/** Omits the one folder that holds everything and has the name of the whole, which its importer gives to a folder again. */
const withoutRepeatedTop = ({ folders, pages, name }: Pick<ImportPlan, 'folders' | 'pages' | 'name'>) => {
  const tops = folders.filter(({ parent }) => parent === null)
  const isRepeated = tops.length === 1 && foldPath(tops[0]?.name ?? '') === foldPath(name)
  if (!isRepeated || pages.some(({ folder }) => folder === null)) return { folders, pages }
  // A folder is after its parent, so that the only one without any is the first.
  const below = (at: number | null) => (at === null || at === 0 ? null : at - 1)
  return {
    folders: folders.slice(1).map((folder) => ({ ...folder, parent: below(folder.parent) })),
    pages: pages.map((page) => ({ ...page, folder: below(page.folder) })),
  }
}

const readNotes = async (
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

/** Obsidian shows the lines of a paragraph as lines, unless its user chose otherwise. */
const optionsOf = async ({ settings }: Archive, source: ImportPlan['source']): Promise<MarkdownOptions> => {
  if (source !== 'obsidian') return {}
  const app = settings.get('.obsidian/app.json')
  const isReadable = app !== undefined && app.size <= importLimits.pageBytes
  const written = isReadable ? await app.read().catch(() => '') : ''
  return { hasLineBreaks: parseJson(String(written))?.strictLineBreaks !== true }
}

/** Pages that readers may see before others, since the first page that shows a picture owns it. */
const readersFirst = (notes: readonly Note[]): Note[] => {
  const rank = ({ matter }: Note) => (matter.isHidden ? 2 : matter.isPublished ? 0 : 1)
  return notes.toSorted((a, b) => rank(a) - rank(b))
}

const openVault = async (archive: Archive, source: ImportPlan['source'], problems: ProblemList, idOf: IdOf) => {
  const isPage = pageFilter(source)
  const notes = readersFirst(await readNotes(archive.files, isPage, problems, idOf))
  const items = notes.map((note) => ({ path: note.path, item: note }))
  const aliases = items.flatMap((of) => of.item.matter.aliases.map((name) => ({ name, of })))
  const pictures = archive.files.filter(isPicture).map(
    (file): Picture => ({
      file,
      id: idOf('picture', foldPath(file.path)),
      shownBy: undefined,
    }),
  )
  reportOthers(
    archive.files.filter((file) => !isPage(file) && !isPicture(file)),
    problems,
  )
  const vault: Vault = {
    notes,
    problems,
    idOf,
    tags: new Set(),
    linked: new Set(),
    options: await optionsOf(archive, source),
    pages: targetsOf(items, aliases),
    pictures: targetsOf(pictures.map((picture) => ({ path: picture.file.path, item: picture }))),
    counts: { links: 0, textLinks: 0, secrets: 0 },
  }
  return { vault, pictures }
}

type Parts = ReturnType<typeof packParts>
type PageDraft = Omit<PlannedPage, 'folder' | 'primary'> & { cover: Picture | undefined; sections: number }

/** Claims the picture that represents a page. Returns Markdown that shows it in the text where it belongs to an earlier page. */
const takeCover = (
  { problems }: Vault,
  { matter, path, body }: Note,
  context: PageContext,
  primary: Primary,
): string => {
  const cover = matter.cover?.replace(/^!?\[\[([^|\]]*).*$/, '$1')
  if (!cover) return ''
  if (/^https?:/i.test(cover)) {
    const reason = `Its cover ${cover.slice(0, 200)} is on another site, and nothing is fetched from there.`
    problems.add('left', path, reason)
    return ''
  }
  const isShared = context.picture(cover, false) !== undefined && primary.picture === undefined
  return isShared && !body.includes(baseOf(cover)) ? `![](<${encodeURIComponent(cover)}>)\n\n` : ''
}

const draftPage = (vault: Vault, note: Note, parts: Parts): PageDraft => {
  const tags = [...note.matter.tags]
  const primary: Primary = {}
  const context = contextOf(vault, note, tags, primary)
  const lead = takeCover(vault, note, context, primary)
  const sections = sectionsOf(vault, note, context, lead)
  const ofPage = tagsFrom(tags)
  for (const tag of ofPage) vault.tags.add(tag.toLowerCase())
  if (tags.length > ofPage.length && ofPage.length === tagsOfPage)
    context.onNote(`A page holds ${tagsOfPage} tags. The others were left out.`)
  return {
    id: note.id,
    path: note.path,
    name: nameOf(note).slice(0, nameLimit),
    tags: ofPage,
    description: note.matter.description.slice(0, descriptionLetters),
    isPublished: note.matter.isPublished && !note.matter.isHidden,
    isHidden: note.matter.isHidden,
    blob: parts.add(Buffer.from(JSON.stringify(sections))),
    cover: primary.picture,
    sections: sections.length,
  }
}

const isEmpty = ({ sections, description, tags, cover }: PageDraft): boolean =>
  sections === 0 && description === '' && tags.length === 0 && cover === undefined

/** Counts the pages of a source that are not imported: of its files, and of entries of the archive that are no files, such as encrypted ones. */
const countLeft = (
  { files }: Archive,
  isPage: IsPage,
  imported: number,
  problems: readonly ImportProblem[],
): number => {
  const paths = new Set(files.map(({ path }) => path))
  const left = problems.filter((problem) => problem.kind === 'left' && isPage(problem) && !paths.has(problem.path))
  return files.filter(isPage).length - imported + new Set(left.map(({ path }) => path)).size
}

const readPictures = async (
  all: readonly Picture[],
  vault: Vault,
  { parts, storeFull }: { parts: Parts; storeFull: () => Promise<void> },
  indexOf: (note: Note) => number | null,
) => {
  const { problems } = vault
  const pictures: PlannedPicture[] = []
  const placeOf = new Map<Picture, number>()
  for (const picture of all) {
    const { file, id, shownBy } = picture
    if (file.size > importLimits.pictureBytes) {
      problems.add('left', file.path, `It is larger than ${megabytes(importLimits.pictureBytes)} MB.`)
      continue
    }
    if (!shownBy) {
      problems.add('left', file.path, 'No page shows it.')
      continue
    }
    const bytes = await file.read().catch((error: unknown) => {
      if (error instanceof Rejection) throw error
      problems.add('left', file.path, 'It is damaged.')
      return undefined
    })
    if (!bytes) continue
    if (shownBy.isForDms)
      problems.add('noted', file.path, 'Only a section for DMs shows it, so that only you see the picture.')
    placeOf.set(picture, pictures.length)
    const page = shownBy.isForDms ? null : indexOf(shownBy.note)
    pictures.push({ id, path: file.path, name: baseOf(file.path).slice(0, nameLimit), page, blob: parts.add(bytes) })
    await storeFull()
  }
  return { pictures, placeOf }
}

/** Relationships of pages that are imported; several of the same two pages become one. */
const planLinks = ({ links = [] }: Archive, pages: readonly PlannedPage[], idOf: IdOf): PlannedLink[] => {
  const indexOf = new Map(pages.map(({ path }, n) => [foldPath(path), n]))
  const planned = new Map<string, PlannedLink>()
  for (const { source: from, target: to, comment } of links) {
    const [source, target] = [from, to].map((path) => indexOf.get(foldPath(path.replace(/\.md$/, ''))))
    if (source === undefined || target === undefined || source === target) continue
    const id = idOf('link', source, target)
    const before = planned.get(id)
    const words = before && before.comment !== comment ? `${before.comment}, ${comment}` : comment
    planned.set(id, { id, source, target, comment: words.slice(0, commentLetters) })
  }
  return [...planned.values()].slice(0, importLimits.pages)
}

/**
 * Reads a file of any format that `openFormat` opens. Throws `archive_…` as `openArchive` does, `document_…`, `kanka_markdown`,
 * `world_anvil_html`, `foundry_database`, `json_unknown` and `archive_without_pages`.
 */
export const parseVault = async (
  bytes: Buffer,
  { filename, idOf, store }: { filename: string; idOf: IdOf; store: (part: Buffer) => Promise<void> },
): Promise<ImportPlan> => {
  const problems = problemList()
  const { archive, source } = await openFormat(bytes, filename, problems)
  const { vault, pictures: all } = await openVault(archive, source, problems, idOf)
  const parts = packParts()
  const storeFull = async () => {
    for (const part of parts.take()) await store(part)
  }
  const drafts = new Map<Note, PageDraft>()
  for (const note of vault.notes) {
    drafts.set(note, draftPage(vault, note, parts))
    await storeFull()
  }
  for (const [note, draft] of drafts) {
    if (!isEmpty(draft) || vault.linked.has(note)) continue
    drafts.delete(note)
    problems.add('left', draft.path, 'There is nothing in it.')
  }
  const drafted = [...drafts]
  const indexes = new Map(drafted.map(([note], n) => [note, n]))
  const { folders, indexOf } = planFolders(
    drafted.map(([{ path }]) => folderOf(path)),
    idOf,
  )
  const indexOfNote = (note: Note) => indexes.get(note) ?? null
  const { pictures, placeOf } = await readPictures(all, vault, { parts, storeFull }, indexOfNote)
  const pages = drafted.map(([, { cover, sections: _, ...page }], n): PlannedPage => {
    const primary = cover === undefined ? undefined : placeOf.get(cover)
    const isOwn = primary !== undefined && pictures[primary]?.page === n
    return { ...page, folder: indexOf.get(foldPath(folderOf(page.path))) ?? null, primary: isOwn ? primary : null }
  })
  const lengths = parts.finish()
  await storeFull()
  const { problems: listed, more } = problems.finish()
  const name = (archive.name ?? baseOf(filename).replace(/\.[^.]+$/, '')).trim().slice(0, 200) || 'Imported'
  const plan: ImportPlan = {
    source,
    name,
    ...withoutRepeatedTop({ folders, pages, name }),
    pictures,
    links: planLinks(archive, pages, idOf),
    problems: listed,
    counts: {
      ...vault.counts,
      tags: vault.tags.size,
      leftPages: countLeft(archive, pageFilter(source), pages.length, listed),
      moreProblems: more,
    },
    parts: lengths,
  }
  return plan
}
