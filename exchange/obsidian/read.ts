import type { Ops } from '#domain/deltas.ts'
import type { MarkdownOptions } from '#richtext/from-markdown.ts'
import { addressOf } from '#richtext/lines.ts'
import { type Archive, foldPath } from '../archive.ts'
import { parseJson } from '../json.ts'
import { openFormat } from '../open-format.ts'
import {
  type ImportCounts,
  type ImportPlan,
  type ImportProblem,
  importLimits,
  type PlannedLink,
  type PlannedPage,
  type PlannedSection,
  type ProblemList,
  packParts,
  problemList,
} from '../plan.ts'
import { baseOf, folderOf, type IdOf, planFolders, withoutRepeatedTop } from './folders.ts'
import { type Targets, targetsOf } from './links.ts'
import { convertMarkdown, type PageContext } from './markup.ts'
import {
  coverOf,
  type IsPage,
  isPicture,
  type Note,
  nameOf,
  pageFilter,
  propertiesOf,
  readNotes,
  reportOthers,
  withoutTitle,
} from './notes.ts'
import { claimPictures, nameLimit, type Picture, readPictures, type ShownPictures } from './pictures.ts'
import { type Passage, splitSecrets } from './secrets.ts'
import { hasWords, plainTextsOf, textsOf } from './texts.ts'

interface Vault {
  notes: Note[]
  pages: Targets<Note>
  pictures: Targets<Picture>
  shown: ShownPictures
  problems: ProblemList
  counts: Pick<ImportCounts, 'links' | 'textLinks' | 'secrets'>
  tags: Set<string>
  linked: Set<Note>
  idOf: IdOf
  options: MarkdownOptions
}

const tagsOfPage = 40
const tagLetters = 60
const descriptionLetters = 20_000
const commentLetters = 200

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
      // `readPictures` reports it once, as a file that is left out.
      if (picture.file.size > importLimits.pictureBytes) return undefined
      if (!isForDms && picture.shownBy?.note === note) primary.picture ??= picture
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

const titles = { notes: 'Notes', dm: 'For DMs', properties: 'Properties' }

/** Converts the contents of a page: its text after `lead`, its secrets in their place, and its properties at the end. */
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

/** Returns the options for Markdown: Obsidian shows line breaks within a paragraph, unless its user enabled `strictLineBreaks`. */
const optionsOf = async ({ settings }: Archive, source: ImportPlan['source']): Promise<MarkdownOptions> => {
  if (source !== 'obsidian') return {}
  const app = settings.get('.obsidian/app.json')
  const isReadable = app !== undefined && app.size <= importLimits.pageBytes
  const written = isReadable ? await app.read().catch(() => '') : ''
  return { hasLineBreaks: parseJson(String(written))?.strictLineBreaks !== true }
}

const openVault = async (archive: Archive, source: ImportPlan['source'], problems: ProblemList, idOf: IdOf) => {
  const isPage = pageFilter(source)
  const notes = await readNotes(archive.files, isPage, problems, idOf)
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
  const pictureTargets = targetsOf(pictures.map((picture) => ({ path: picture.file.path, item: picture })))
  const vault: Vault = {
    notes,
    problems,
    idOf,
    tags: new Set(),
    linked: new Set(),
    options: await optionsOf(archive, source),
    pages: targetsOf(items, aliases),
    pictures: pictureTargets,
    shown: claimPictures(notes, pictureTargets),
    counts: { links: 0, textLinks: 0, secrets: 0 },
  }
  return { vault, pictures }
}

type Parts = ReturnType<typeof packParts>
type PageDraft = Omit<PlannedPage, 'folder' | 'primary'> & { cover: Picture | undefined; sections: number }

/** Makes the cover the primary picture of its page. If another page owns it, returns Markdown that shows it in the text instead. */
const takeCover = (vault: Vault, note: Note, context: PageContext, primary: Primary): string => {
  const { problems, pictures, shown } = vault
  const cover = coverOf(note)
  if (!cover) return ''
  if (/^https?:/i.test(cover)) {
    const reason = `Its cover ${cover.slice(0, 200)} is on another site, and nothing is fetched from there.`
    problems.add('left', note.path, reason)
    return ''
  }
  const isShared = context.picture(cover, false) !== undefined && primary.picture === undefined
  const picture = isShared ? pictures.find(cover, note.path) : undefined
  const isInText = picture !== undefined && picture !== 'ambiguous' && shown.get(note)?.has(picture)
  return isShared && !isInText ? `![](<${encodeURIComponent(cover)}>)\n\n` : ''
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

/** Counts pages that are not imported: files, and entries of the archive that are not listed as files, such as encrypted ones. */
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

/** Plans the relationships of imported pages; several between the same two pages become one. */
const planLinks = ({ links = [] }: Archive, pages: readonly PlannedPage[], idOf: IdOf): PlannedLink[] => {
  const indexOf = new Map(pages.map(({ path }, n) => [foldPath(path), n]))
  const planned = new Map<string, Omit<PlannedLink, 'comment'> & { comments: Set<string> }>()
  for (const { source: from, target: to, comment } of links) {
    const [source, target] = [from, to].map((path) => indexOf.get(foldPath(path.replace(/\.md$/, ''))))
    if (source === undefined || target === undefined || source === target) continue
    const id = idOf('link', source, target)
    const before = planned.get(id)
    const comments = new Set(before?.comments).add(comment)
    planned.set(id, { id, source, target, comments })
  }
  return [...planned.values()]
    .slice(0, importLimits.pages)
    .map(({ comments, ...link }) => ({ ...link, comment: [...comments].join(', ').slice(0, commentLetters) }))
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
  const { pictures, placeOf } = await readPictures(all, problems, { parts, storeFull, indexOf: indexOfNote })
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
