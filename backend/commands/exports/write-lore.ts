import type pg from 'pg'
import type { Viewer } from '#domain/access.ts'
import type { LoreExportRequested } from '#domain/lore-export-answers.ts'
import { layoutOf, picturePlaces } from '#exchange/layout.ts'
import { type ExportedPage, picturesOn } from '#exchange/pages.ts'
import { uniquePaths } from '#exchange/paths.ts'
import type { ExportTarget } from '#exchange/writer.ts'
import { reading } from '../../http/snapshot.ts'
import { FileMissing, type Files } from '../../providers/files.ts'
import { printed, thumbnail } from '../../providers/uploaded-image.ts'
import { openPages } from '../../queries/exports/pages.ts'
import { contentsOf, picturesNamed, type Scope, type ScopedPicture } from '../../queries/exports/scope.ts'
import { inPages, type Run } from '../operations/perform.ts'
import { formats } from './formats.ts'

export interface ExportDeps {
  pool: pg.Pool
  files: Files
}

export interface Work extends ExportDeps {
  run: Run
  /** The name of the export; may contain any character. */
  name: string
  scope: Scope & Pick<LoreExportRequested, 'format' | 'withPictures'>
  target: ExportTarget
  /** Resolves to undefined once the requester may no longer see all of the export. */
  reader(): Promise<Viewer | undefined>
}

type Places = ReturnType<typeof picturePlaces<ScopedPicture>>

const noWork = { work: async () => undefined }

/** Adds a file of the store. One that is missing there is left out. */
export const addFile = async (
  { files, target }: Pick<Work, 'files' | 'target'>,
  path: string,
  key: string,
): Promise<void> => {
  try {
    await target.add(path, await files.stream(key))
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
  }
}

/** The width of embedded pictures: the more there are, the smaller, so that a browser can open the file. */
const embeddedWidth = (count: number): number => (count <= 200 ? 1280 : count <= 800 ? 960 : 640)

/** Returns a stored picture scaled down for a document; undefined if its file is missing. */
const reduced = async (
  files: Files,
  key: string,
  { width, type }: { width: number; type: 'webp' | 'jpeg' | undefined },
): Promise<Buffer | undefined> => {
  try {
    return await (type === 'jpeg' ? printed : thumbnail)(await files.get(key), width)
  } catch (error) {
    if (error instanceof FileMissing) return undefined
    throw error
  }
}

/** Counts the pictures, and adds them as files unless the format embeds them in its pages. */
const addPictures = async (work: Work, { placed }: Places): Promise<boolean> => {
  const { embedsPictures } = formats[work.scope.format]
  let isWhole = true
  await inPages([...placed.keys()], async (ids) => {
    isWhole = await work.run.each(ids, noWork)
    for (const id of isWhole && !embedsPictures ? ids : []) {
      const { path, picture } = placed.get(id) as { path: string; picture: ScopedPicture }
      await addFile(work, path, picture.file.key)
    }
    return isWhole
  })
  return isWhole
}

const exportedId = ({ conjurationId, collectionId, campaignId }: Scope): string =>
  conjurationId ?? collectionId ?? campaignId ?? ''

/** Returns the root folder of an export, with a name that every operating system can write. */
export const rootFolder = ({ name, scope }: Pick<Work, 'name' | 'scope'>): string => {
  const folder = formats[scope.format].folder?.({ id: exportedId(scope), name })
  return uniquePaths().add('', folder ?? name, '', 'Export')
}

/** Prepares the writer of a format, and the paths of pages and pictures. */
const openLore = async (work: Work, viewer: Viewer) => {
  const { pool, files, name, scope, target, run } = work
  const id = exportedId(scope)
  const { open, embedsPictures } = formats[scope.format]
  const { pictures, ...contents } = await contentsOf(reading(pool), viewer, scope)
  const layout = layoutOf(rootFolder(work), contents)
  const places: Places = picturePlaces(layout.pictureFolder)
  const own = scope.withPictures ? pictures : []
  places.add(own)
  const writer = open({
    id,
    name,
    at: new Date(run.event.at),
    layout,
    target,
    pictures: {
      nameOf: (id) => places.placed.get(id)?.picture.name ?? '',
      pathOf: (id) => places.placed.get(id)?.path,
      isForAll: (id) => places.placed.get(id)?.picture.visibility === 'CAMPAIGN',
      async read(id) {
        const picture = places.placed.get(id)?.picture
        const width = embeddedWidth(places.placed.size)
        return picture && reduced(files, picture.file.key, { width, type: embedsPictures })
      },
    },
  })
  return { layout, places, writer, picturesOf: Map.groupBy(own, ({ conjurationId }) => conjurationId) }
}

/**
 * Writes lore in batches of fifty pages, with the requester's rights read for each batch. Returns false once the export
 * must stop: it was cancelled, or its requester may see less.
 */
export const writeLore = async (work: Work): Promise<boolean> => {
  const { run, pool, scope } = work
  const read = reading(pool)
  const first = await work.reader()
  if (!first) return false
  const { layout, places, writer, picturesOf } = await openLore(work, first)
  const placeOf = new Map(layout.pages.map((page) => [page.id, page]))
  const readPages = async (reader: Viewer, ids: readonly string[]) => {
    const found = new Map<string, ExportedPage>()
    const readPage = await openPages({ read, stateOf: run.stateOf }, reader, ids)
    const goesOn = await run.each(ids, {
      async work(id) {
        const page = await readPage(id)
        const pictures = picturesOf.get(id) ?? []
        const primary = pictures.find((picture) => picture.primary)?.id ?? null
        if (page) found.set(id, { ...page, pictures: pictures.map((picture) => picture.id), primary })
      },
    })
    return goesOn ? found : undefined
  }
  let isWhole = true
  await inPages([...placeOf.keys()], async (ids) => {
    const reader = await work.reader()
    const found = reader && (await readPages(reader, ids))
    isWhole = found !== undefined
    if (!reader || !found) return false
    const others = [...found.values()].flatMap(picturesOn).filter((id) => !places.placed.has(id))
    if (scope.withPictures) places.add(await picturesNamed(read, reader, [...new Set(others)]))
    for (const id of ids) {
      const [page, placed] = [found.get(id), placeOf.get(id)]
      if (page && placed) await writer.add(page, placed)
    }
    return true
  })
  if (!isWhole) return false
  await writer.finish()
  return addPictures(work, places)
}
