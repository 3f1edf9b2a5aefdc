import { posix } from 'node:path'
import { type Archive, type ArchiveFile, foldPath } from '../archive.ts'
import { parseJson, textOf } from '../json.ts'
import type { ProblemList } from '../plan.ts'
import { databasesIn } from './databases.ts'
import { type FoundryDocument, isFoundry, loadDocuments } from './documents.ts'
import { type FindPicture, pageOf } from './page.ts'
import { placeDocuments } from './world.ts'

const decoded = (src: string) => {
  try {
    return decodeURIComponent(src)
  } catch {
    return src
  }
}

/** Finds pictures by the paths in documents, which begin at Foundry's data folder; a world's own files are below `worlds/<its id>/`. */
const pictureFinder = (files: readonly ArchiveFile[]): FindPicture => {
  const paths = new Map(files.map(({ path }) => [foldPath(path), path]))
  return (src) => {
    if (/^[a-z][a-z\d+.-]*:/i.test(src)) return undefined
    const path = foldPath(decoded(src.replace(/[?#].*$/, '').replace(/^\//, '')))
    return paths.get(path) ?? paths.get(path.replace(/^worlds\/[^/]+\//, ''))
  }
}

const isData = (path: string) => /\.(?:json|db)$/.test(path)
/** Files of databases, of the program itself and of worlds. */
const isSilent = (path: string) => /(?:^|\/)(?:data|packs)\/|\.(?:ldb|log|js|mjs|css|lock)$/.test(path)

/** Converts documents, and the pictures among other files, to a folder of Markdown. */
export const foundryArchive = (
  documents: readonly FoundryDocument[],
  others: readonly ArchiveFile[],
  name: string | undefined,
  problems: ProblemList,
): Archive => {
  const world = placeDocuments(documents, problems)
  const findPicture = pictureFinder(others)
  const files = world.places.map(
    (place): ArchiveFile => ({
      path: place.path,
      size: 0,
      // Pages are written one at a time, when the importer reads them.
      read: async () => Buffer.from(pageOf(place, world, findPicture, problems)),
    }),
  )
  return { name: name?.slice(0, 200), files: [...files, ...others], settings: new Map() }
}

/** Returns the name of a world, module or single document; undefined if only the name of the file is known. */
const worldName = async ({ files, name }: Archive, documents: readonly FoundryDocument[]) => {
  const file = files.find(({ path }) => /(?:^|\/)world\.json$|^module\.json$/.test(path))
  const record = file && parseJson(String(await file.read().catch(() => '')))
  const [only, ...more] = documents
  return textOf(record?.title) || name || (more.length === 0 ? textOf(only?.record.name) : '') || undefined
}

/**
 * Converts a world of Foundry VTT, a module with packs, or a zip of exported documents, to a folder of Markdown; undefined for any other
 * archive. Throws `foundry_database` for a world whose databases are damaged.
 */
export const openFoundry = async (archive: Archive, problems: ProblemList): Promise<Archive | undefined> => {
  if (!(await isFoundry(archive))) return undefined
  const documents = await loadDocuments(archive, problems)
  const databases = new Set(databasesIn(archive).map(({ path }) => path))
  const isOther = ({ path }: ArchiveFile) => !isData(path) && !isSilent(path) && !databases.has(posix.dirname(path))
  return foundryArchive(documents, archive.files.filter(isOther), await worldName(archive, documents), problems)
}
