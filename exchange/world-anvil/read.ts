import { Rejection } from '#domain/decider.ts'
import type { Archive, ArchiveFile, ArchiveLink } from '../archive.ts'
import { idOf, textOf } from '../json.ts'
import type { ProblemList } from '../plan.ts'
import { sampleJson } from '../text.ts'
import { pageOf, relationsOf } from './page.ts'
import { loadObjects, openWorld, type World } from './world.ts'

const isPage = (path: string) => /\.(?:json|html?|css|js)$/i.test(path)

/** Throws `world_anvil_html` for an HTML export of World Anvil, whose pages do not declare their visibility. */
const refuseHtml = async ({ files }: Archive) => {
  if (files.some(({ path }) => /\.(?:json|md)$/i.test(path))) return
  for (const file of files.filter(({ path, size }) => /\.html?$/i.test(path) && size < 2 ** 20).slice(0, 3))
    if (/worldanvil\.com/i.test(String(await file.read().catch(() => '')))) throw new Rejection('world_anvil_html')
}

const linksOf = (world: World): ArchiveLink[] =>
  world.articles.flatMap((article) =>
    relationsOf(article, world).map(({ target, comment }) => ({ source: article.path, target: target.path, comment })),
  )

/**
 * Converts the JSON export of a world of World Anvil to a folder of Markdown; undefined for any other archive. Throws `world_anvil_html`
 * for its export as HTML.
 */
export const openWorldAnvil = async (archive: Archive, problems: ProblemList): Promise<Archive | undefined> => {
  await refuseHtml(archive)
  const samples = await sampleJson(archive.files)
  const isExport = samples.some(({ record }) => textOf(record.entityClass) !== '' && idOf(record.id) !== '')
  if (!isExport) return undefined
  const records = await loadObjects(archive, problems)
  const world = openWorld(records, problems)
  const pages = world.articles.map((article): ArchiveFile => {
    // Pages are written one at a time, when the importer reads them.
    return { path: article.path, size: 0, read: async () => Buffer.from(pageOf(article, world)) }
  })
  const others = archive.files.filter(({ path }) => !isPage(path))
  const named = records.find(({ entityClass }) => entityClass === 'World')
  const name = textOf(named?.title) || archive.name
  return { name: name?.slice(0, 200), files: [...pages, ...others], settings: new Map(), links: linksOf(world) }
}
