import { idOf, type Json, listOf, objectOf, textOf } from '../json.ts'
import { uniquePaths } from '../paths.ts'
import { importLimits, type ProblemList } from '../plan.ts'
import { type Collection, documentTypes, type FoundryDocument } from './documents.ts'

/** Largest depth of folders. The contents of deeper folders are placed in the folder above. */
const deepest = importLimits.folderDepth - 5

/** Visibility of a page; `unknown` for an exported document, which does not declare it. */
export type Ownership = 'open' | 'hidden' | 'unknown'

/** A page that is written: a journal entry, a page of one, an actor or an item. */
export interface Place {
  collection: Collection
  name: string
  /** The path of its file. */
  path: string
  ownership: Ownership
  record: Json
  /** Pages of a journal entry that are written in it; the others are places of their own. */
  pages: Json[]
  /** Pages of a journal entry that are written below it. */
  below: Place[]
}

export interface World {
  places: readonly Place[]
  byId: ReadonlyMap<string, Place>
  /** By the type and the name of a document, as in old links. */
  byName: ReadonlyMap<string, Place>
}

const inherited = -1
const observer = 2

/** Derives the visibility from Foundry's level of ownership; a page may inherit that of its entry. */
const ownershipOf = (record: Json, above: Ownership): Ownership => {
  const level = Number.parseInt(textOf(objectOf(record.ownership ?? record.permission)?.default), 10)
  if (Number.isNaN(level) || level === inherited) return above
  return level >= observer ? 'open' : 'hidden'
}
/** True for an unidentified item, whose properties players do not see. */
const isUnidentified = ({ system, data }: Json): boolean => {
  const fields = objectOf(system ?? data)
  return fields?.identified === false || objectOf(fields?.identification)?.status === 'unidentified'
}

const bySort = (a: Json, b: Json) => (Number(a.sort) || 0) - (Number(b.sort) || 0)
/** True for types of pages without a text of their own. Pages of unknown types are read for their text. */
const isEmptyPage = (page: Json) => page.type === 'pdf' || page.type === 'video'
const kindOf: Readonly<Record<string, string>> = { pdf: 'PDF', video: 'video' }

/** Assigns nested paths to folders. Returns a function that finds them. A folder within a cycle moves to the root of its collection. */
const placeFolders = (documents: readonly FoundryDocument[], rootOf: Record<Collection, string>, paths: Paths) => {
  const folders = new Map(
    documents.filter(({ collection }) => collection === 'folders').map(({ id, record }) => [id, record]),
  )
  const placed = new Map<string, { path: string; depth: number }>()
  const place = (id: string, seen: ReadonlySet<string>): { path: string; depth: number } | undefined => {
    const record = folders.get(id)
    const before = placed.get(id)
    if (before || !record || seen.has(id)) return before
    const above = seen.size < deepest ? place(idOf(record.folder ?? record.parent), new Set([...seen, id])) : undefined
    const collection = (Object.keys(documentTypes) as Collection[]).find((each) => documentTypes[each] === record.type)
    const root = above ?? { path: rootOf[collection ?? 'journal'], depth: 0 }
    const path = root.depth < deepest ? paths.add(root.path, textOf(record.name), '', 'Folder') : root.path
    const own = { path, depth: root.depth + 1 }
    placed.set(id, own)
    return own
  }
  return (id: string, collection: Collection) => place(id, new Set())?.path ?? rootOf[collection]
}
type Paths = ReturnType<typeof uniquePaths>

const pagesOf = (entry: Json, path: string, problems: ProblemList): Json[] =>
  listOf(entry.pages)
    .toSorted(bySort)
    .filter((page) => {
      if (!isEmptyPage(page)) return true
      problems.add(
        'left',
        path,
        `Its ${kindOf[textOf(page.type)]} “${textOf(page.name).slice(0, 200)}” is not imported.`,
      )
      return false
    })

/** Assigns each document a path. A journal entry of several pages becomes a page, and a folder with the same name for its pages. */
export const placeDocuments = (documents: readonly FoundryDocument[], problems: ProblemList): World => {
  const paths = uniquePaths()
  const of = (wanted: Collection) =>
    documents.filter(({ collection }) => collection === wanted).toSorted((a, b) => bySort(a.record, b.record))
  const collectionsHeld = (Object.keys(documentTypes) as Collection[]).filter((each) => of(each).length > 0)
  const root = (collection: Collection, name: string) =>
    collectionsHeld.length > 1 && collectionsHeld.includes(collection) ? paths.add('', name, '', name) : ''
  const rootOf = { journal: '', actors: root('actors', 'Actors'), items: root('items', 'Items') }
  const folderOf = placeFolders(documents, rootOf, paths)
  const [places, byId, byName] = [[] as Place[], new Map<string, Place>(), new Map<string, Place>()]
  const add = (id: string, place: Place) => {
    places.push(place)
    if (id !== '' && !byId.has(id)) byId.set(id, place)
    return place
  }
  const placeBelow = (place: Place, pages: readonly Json[]) => {
    for (const page of pages) {
      const name = textOf(page.name) || 'Untitled'
      const path = paths.add(place.path.replace(/\.md$/, ''), name, '.md', 'Untitled')
      const ownership = ownershipOf(page, place.ownership)
      const each: Place = { ...place, name, path, ownership, record: {}, pages: [page], below: [] }
      place.below.push(add(idOf(page._id), each))
    }
  }
  const placeOne = ({ id, record }: FoundryDocument, collection: Collection) => {
    const name = textOf(record.name) || 'Untitled'
    const path = paths.add(folderOf(idOf(record.folder), collection), name, '.md', 'Untitled')
    const ownership = isUnidentified(record) ? 'hidden' : ownershipOf(record, 'unknown')
    const place = add(id, { collection, name, path, ownership, record, pages: [], below: [] })
    const key = `${documentTypes[collection]}.${name}`
    if (!byName.has(key)) byName.set(key, place)
    const [only, ...more] = collection === 'journal' ? pagesOf(record, path, problems) : []
    if (!only) return
    if (more.length > 0 || ownershipOf(only, ownership) !== ownership) return placeBelow(place, [only, ...more])
    place.pages = [only]
    const pageId = idOf(only._id)
    if (pageId !== '' && !byId.has(pageId)) byId.set(pageId, place)
  }
  for (const collection of collectionsHeld) for (const document of of(collection)) placeOne(document, collection)
  return { places, byId, byName }
}
