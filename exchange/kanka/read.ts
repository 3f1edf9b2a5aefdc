import { posix } from 'node:path'
import { Rejection } from '#domain/decider.ts'
import type { Archive, ArchiveFile, ArchiveLink } from '../archive.ts'
import { parseJson, textOf } from '../json.ts'
import { importLimits, type ProblemList } from '../plan.ts'
import { pageOf, relationsOf } from './page.ts'
import { loadEntities, openWorld, titleCase, type World } from './world.ts'

/** Modules of which only text and posts are imported, with the note about the omitted parts. */
const measured: Readonly<Record<string, string>> = {
  calendars: 'Months, weekdays and moons of calendars are not imported.',
  maps: 'Layers and markers of maps are not imported.',
}
/** True for a JSON export of Kanka, which describes itself in `info.json`. */
const isKanka = async ({ files }: Archive): Promise<boolean> => {
  const info = files.find(({ path }) => path === 'info.json')
  if (!info || info.size > importLimits.pageBytes) return false
  const bytes = await info.read().catch(() => '')
  return parseJson(String(bytes))?.kanka_version !== undefined
}

/** Throws `kanka_markdown` for Kanka's Markdown export: it contains neither visibility nor fields, so hidden text would become visible. */
const refuseMarkdown = ({ files }: Archive) => {
  const paths = new Set(files.map(({ path }) => path))
  const isExport =
    paths.has('campaign.md') && paths.has('index.md') && files.some(({ path }) => /^[a-z]+\/[^/]*_\d+\.md$/.test(path))
  if (isExport) throw new Rejection('kanka_markdown')
}

const linksOf = (world: World): ArchiveLink[] =>
  world.entities.flatMap((entity) =>
    relationsOf(entity, world)
      .filter(({ isSecret }) => !isSecret)
      .map(({ target, comment }) => ({
        source: world.pathOf.get(entity) ?? '',
        target: world.pathOf.get(target) ?? '',
        comment,
      })),
  )

/** Converts the JSON export of a campaign of Kanka to a folder of Markdown; undefined for any other archive. Throws `kanka_markdown`. */
export const openKanka = async (archive: Archive, problems: ProblemList): Promise<Archive | undefined> => {
  refuseMarkdown(archive)
  if (!(await isKanka(archive))) return undefined
  const entities = await loadEntities(archive, problems)
  const world = openWorld(entities, archive, problems)
  for (const module of new Set(entities.map((entity) => entity.module))) {
    const reason = measured[module]
    if (reason) problems.add('changed', titleCase(module), reason)
  }
  problems.add(
    'noted',
    'info.json',
    'Kanka exports no permissions of roles: what it hides by them is visible here as its page is.',
  )
  const pages = entities.map((entity): ArchiveFile => {
    const path = world.pathOf.get(entity) ?? ''
    // Pages are written one at a time, when the importer reads them.
    return { path, size: 0, read: async () => Buffer.from(pageOf(entity, world)) }
  })
  const pictures = archive.files.filter(
    ({ path }) => world.pictures.has(path) || /^gallery\/[^/]+\.(?!json$)\w+$/.test(path),
  )
  const campaign = archive.files.find(({ path }) => path === 'campaign.json')
  const record =
    campaign && campaign.size < importLimits.pageBytes
      ? parseJson(String(await campaign.read().catch(() => '')))
      : undefined
  const name = textOf(record?.name) || (archive.name && posix.basename(archive.name)) || 'Kanka'
  return { name: name.slice(0, 200), files: [...pages, ...pictures], settings: new Map(), links: linksOf(world) }
}
