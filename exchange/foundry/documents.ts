import type { Archive, ArchiveFile } from '../archive.ts'
import { idOf, isTrue, type Json, listOf, objectOf, parseJson, textOf } from '../json.ts'
import { databaseBudget } from '../leveldb/bytes.ts'
import type { ProblemList } from '../plan.ts'
import { loadText, sampleJson } from '../text.ts'
import { databasesIn, type FoundryDatabase, loadRows } from './databases.ts'

/** Collections of a world that become pages, and the type that their links and folders name. */
export const documentTypes = { journal: 'JournalEntry', actors: 'Actor', items: 'Item' } as const
export type Collection = keyof typeof documentTypes
const collections = Object.keys(documentTypes) as Collection[]
/** Collections that are read: those that become pages, and their folders. */
const storedCollections = [...collections, 'folders'] as const

/** A document as Foundry stores it. */
export interface FoundryDocument {
  collection: Collection | 'folders'
  id: string
  record: Json
  /** The file that holds it. */
  path: string
}

/** Largest file of a collection; enough for that of a large world. */
const mostCollectionBytes = 64 * 2 ** 20

const isRecord = (value: Json) => typeof value.name === 'string'
const exportSource = (record: Json): Json | undefined =>
  objectOf(objectOf(record._stats)?.exportSource) ?? objectOf(objectOf(record.flags)?.exportSource)

/** Recognises a document of any collection by the fields that Foundry adds to each. */
export const isFoundryDocument = (record: Json): boolean => {
  if (!isRecord(record)) return false
  const stats = objectOf(record._stats)
  const isStored = stats !== undefined && ('coreVersion' in stats || 'systemId' in stats)
  const isUnpacked = /^!\w+(?:\.\w+)*!/.test(textOf(record._key))
  const pages = listOf(record.pages)
  const hasPages = pages.length > 0 && pages.every((page) => isRecord(page) && typeof page.type === 'string')
  return isStored || isUnpacked || hasPages || exportSource(record) !== undefined
}

const shapes: readonly [Collection | 'folders', (record: Json) => boolean][] = [
  ['journal', ({ pages, type }) => Array.isArray(pages) && type === undefined],
  ['folders', ({ sorting, system, data }) => sorting !== undefined && system === undefined && data === undefined],
  ['actors', ({ prototypeToken, token }) => objectOf(prototypeToken) !== undefined || objectOf(token) !== undefined],
  ['journal', ({ content, type }) => typeof content === 'string' && type === undefined],
  ['items', ({ type, system, data }) => typeof type === 'string' && objectOf(system ?? data) !== undefined],
]
/** Returns a document's collection: files unpacked by Foundry's tools declare it; that of an export is derived from its fields. */
const collectionOf = (record: Json): FoundryDocument['collection'] | undefined => {
  const [, declared] = /^!(\w+)!/.exec(textOf(record._key)) ?? []
  if (declared !== undefined) return storedCollections.find((name) => name === declared)
  return shapes.find(([, fits]) => fits(record))?.[0]
}

/** Returns a document's id. An exported document has none; its original id is in its export source, or in the name of its file. */
const documentId = (record: Json, path: string): string => {
  const source = /([A-Za-z0-9]{16})$/.exec(textOf(exportSource(record)?.uuid))
  return idOf(record._id) || (source?.[1] ?? /-([A-Za-z0-9]{16})\.json$/.exec(path)?.[1] ?? '')
}

/** Documents of a file of JSON: one document, a list of them, or an adventure that holds many. */
export const documentsIn = (value: unknown, path: string, problems: ProblemList): FoundryDocument[] => {
  const found: FoundryDocument[] = []
  const add = (record: Json, collection: FoundryDocument['collection'] | undefined) => {
    if (collection && isRecord(record))
      found.push({ collection, id: documentId(record, path) || `${path} ${found.length}`, record, path })
    else problems.add('left', path, 'It holds no journal entry, actor or item.')
  }
  for (const record of Array.isArray(value) ? listOf(value) : listOf([value])) {
    if (Array.isArray(record.journal)) {
      for (const name of storedCollections) for (const each of listOf(record[name])) add(each, name)
    } else add(record, collectionOf(record))
  }
  return found
}

/**
 * Documents of a world's collection up to version 10: one per line; later lines replace earlier ones of the same id.
 */
const documentsInLines = (
  text: string,
  collection: FoundryDocument['collection'],
  path: string,
  problems: ProblemList,
): FoundryDocument[] => {
  const found = new Map<string, FoundryDocument>()
  let damaged = 0
  let from = 0
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? text.length : end)
    from += line.length + 1
    if (line.trim() === '') continue
    const record = parseJson(line)
    const id = idOf(record?._id)
    if (!record) damaged++
    else if (isTrue(record.$$deleted)) found.delete(id)
    else if (isRecord(record) && id !== '') found.set(id, { collection, id, record, path })
  }
  if (damaged > 0)
    problems.add('left', path, damaged === 1 ? 'One of its lines is damaged.' : `${damaged} of its lines are damaged.`)
  return [...found.values()]
}

const collectionFile = /(?:^|\/)(\w+)\.db$/
/** Collections of a world that hold nothing to read. */
const silentCollections = ['settings', 'users', 'fog', 'setting']
const isSilent = (path: string) =>
  /(?:^|\/)world\.json$|^module\.json$/.test(path) || silentCollections.includes(collectionFile.exec(path)?.[1] ?? '')

const isStored = (name: string) => storedCollections.some((each) => each === name)
const reportOther = (name: string, isPack: boolean, path: string, problems: ProblemList) => {
  if (!silentCollections.includes(name))
    problems.add('left', path, isPack ? 'Compendiums are not imported.' : `Its ${name} are not imported.`)
}

const readFile = async (file: ArchiveFile, problems: ProblemList): Promise<FoundryDocument[]> => {
  const { path } = file
  const name = collectionFile.exec(path)?.[1]
  if (name === undefined) {
    const text = await loadText(file, problems, mostCollectionBytes)
    if (text === undefined) return []
    try {
      return documentsIn(JSON.parse(text), path, problems)
    } catch {
      problems.add('left', path, 'It is damaged.')
      return []
    }
  }
  const collection = storedCollections.find((each) => each === name)
  const isPack = /(?:^|\/)packs\//.test(path)
  if (!collection || isPack) {
    reportOther(name, isPack, path, problems)
    return []
  }
  const text = await loadText(file, problems, mostCollectionBytes)
  return text === undefined ? [] : documentsInLines(text, collection, path, problems)
}

/** Reads the documents of the databases of a world, or of the packs of a module that contains no other databases. */
const readDatabases = async (databases: readonly FoundryDatabase[], isModule: boolean, problems: ProblemList) => {
  const found: FoundryDocument[] = []
  const budget = databaseBudget()
  for (const database of databases) {
    const { name, label: path, isPack } = database
    if (isPack ? !isModule : !isStored(name)) {
      reportOther(name, isPack, path, problems)
      continue
    }
    const wanted = isPack ? [...storedCollections, 'adventures'] : [name]
    for (const { collection, id, record } of await loadRows(database, { collections: wanted, budget }, problems)) {
      const stored = storedCollections.find((each) => each === collection)
      if (!stored) found.push(...documentsIn(record, path, problems))
      else if (isRecord(record)) found.push({ collection: stored, id, record, path })
    }
  }
  return found
}

const isModuleFile = ({ path }: ArchiveFile) => path === 'module.json'

/** Returns all documents of an archive, each id once. Throws `foundry_database` if one of its databases is damaged. */
export const loadDocuments = async (archive: Archive, problems: ProblemList) => {
  const { files } = archive
  const databases = databasesIn(archive)
  const isModule = files.some(isModuleFile) && databases.every(({ isPack }) => isPack)
  const found = new Map<string, FoundryDocument>()
  const add = (document: FoundryDocument) => {
    const { collection, id, path } = document
    const key = `${collection} ${id}`
    if (found.has(key)) problems.add('left', path, `“${textOf(document.record.name).slice(0, 200)}” is in it twice.`)
    else found.set(key, document)
  }
  for (const document of await readDatabases(databases, isModule, problems)) add(document)
  const replaced = new Set(databases.map(({ path }) => `${path}.db`))
  for (const file of files) {
    const { path } = file
    if (!/\.(?:json|db)$/.test(path) || isSilent(path)) continue
    if (replaced.has(path))
      problems.add('left', path, 'Foundry has written its documents anew into the folder of its name.')
    else for (const document of await readFile(file, problems)) add(document)
  }
  return [...found.values()]
}

/** True if an archive contains documents of Foundry, by the databases of a world or module, or by the first documents of other archives. */
export const isFoundry = async (archive: Archive): Promise<boolean> => {
  const { files } = archive
  if (files.some(({ path }) => /(?:^|\/)(?:data\/)?journal\.db$/.test(path))) return true
  if (databasesIn(archive).some(({ name, isPack }) => isStored(name) || (isPack && files.some(isModuleFile))))
    return true
  const samples = await sampleJson(files)
  return samples.some(({ path, record }) => {
    const isWorld = /(?:^|\/)world\.json$/.test(path) && textOf(record.coreVersion) !== ''
    return isWorld || isFoundryDocument(record)
  })
}
