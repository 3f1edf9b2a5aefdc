import { fittingMarkdown, wordsOnly } from '#richtext/from-markdown.ts'
import { type ImportPlan, type PlannedFolder, type PlannedSection, packParts } from '../plan.ts'
import type { SampleContent, SampleLink, SamplePage } from './texts.ts'

type IdOf = (...parts: (string | number)[]) => string

interface Texts {
  pages: readonly SamplePage[]
  contents: readonly SampleContent[]
  links: readonly SampleLink[]
}

/** Folders that are left out: one belongs to one player, and the pages of the other were deleted in the story of the campaign. */
const leftOut = ["Mina's Prayer Book", 'Cutting-room Floor']

const foldersOf = (pages: readonly SamplePage[], idOf: IdOf) => {
  const folders: PlannedFolder[] = []
  const indexOf = new Map<string, number>()
  const add = (path: string): number | null => {
    if (path === '') return null
    const existing = indexOf.get(path)
    if (existing !== undefined) return existing
    const names = path.split(' › ')
    const parent = add(names.slice(0, -1).join(' › '))
    indexOf.set(path, folders.length)
    folders.push({ id: idOf('folder', path), path, name: names.at(-1) ?? path, parent })
    return folders.length - 1
  }
  for (const { folder } of pages) add(folder)
  return { folders, indexOf }
}

/** Converts the texts of the sample campaign to an import plan, as an importer does for a foreign format. */
export const planSample = (texts: Texts, idOf: IdOf): { plan: ImportPlan; parts: Buffer[] } => {
  const pages = texts.pages.filter(({ visibility, folder }) => visibility !== 'PRIVATE' && !leftOut.includes(folder))
  const { folders, indexOf } = foldersOf(pages, idOf)
  const contentsOf = Map.groupBy(
    texts.contents.filter(({ type, content }) => type === 'STORY' && content !== ''),
    ({ page }) => page,
  )
  const packed = packParts()
  const planned = pages.map(({ name, folder, tags, description, visibility }) => {
    const sections = (contentsOf.get(name) ?? []).map(
      ({ title, isForDms, content }, n): PlannedSection => ({
        id: idOf('section', name, n),
        title,
        isForDms,
        ops: fittingMarkdown(content) ?? wordsOnly(content),
      }),
    )
    return {
      id: idOf('page', name),
      path: name,
      name,
      folder: indexOf.get(folder) ?? null,
      tags: tags.filter(Boolean),
      description,
      isPublished: visibility === 'CAMPAIGN',
      blob: packed.add(Buffer.from(JSON.stringify(sections))),
      primary: null,
    }
  })
  const placeOf = new Map(pages.map(({ name }, n) => [name, n]))
  const links = texts.links.flatMap(({ from, to, twoWay, comment }) => {
    const [source, target] = [placeOf.get(from), placeOf.get(to)]
    if (source === undefined || target === undefined) return []
    const link = { id: idOf('link', from, to), source, target, comment }
    return twoWay ? [link, { id: idOf('link', to, from), source: target, target: source, comment }] : [link]
  })
  const plan: ImportPlan = {
    source: 'markdown',
    name: 'The Drowned Bells',
    folders,
    pages: planned,
    pictures: [],
    links,
    problems: [],
    counts: { links: links.length, textLinks: 0, tags: 0, secrets: 0, leftPages: 0, moreProblems: 0 },
    parts: packed.finish(),
  }
  return { plan, parts: packed.take() }
}
