import type { Archive } from '../archive.ts'
import { parseJson } from '../json.ts'
import { uniquePaths } from '../paths.ts'
import type { ProblemList } from '../plan.ts'
import { loadText } from '../text.ts'
import { type KankaEntity, parseEntity } from './entity.ts'

/** Folders whose files are no entities of a campaign's world. */
const others = new Set(['settings', 'gallery', 'w'])

/** All entities of an export, indexed by the ids with which they refer to each other. */
export interface World {
  entities: readonly KankaEntity[]
  byId: ReadonlyMap<string, KankaEntity>
  byTypedId: ReadonlyMap<string, KankaEntity>
  pathOf: ReadonlyMap<KankaEntity, string>
  pictures: ReadonlyMap<string, string>
  problems: ProblemList
}

export const titleCase = (module: string) => module.charAt(0).toUpperCase() + module.slice(1).replaceAll('_', ' ')
export const typedKey = (module: string, id: string) => `${module} ${id}`

export const loadEntities = async ({ files }: Archive, problems: ProblemList): Promise<KankaEntity[]> => {
  const entities: KankaEntity[] = []
  for (const file of files) {
    const { path } = file
    const [module = '', name, ...more] = path.split('/')
    if (!name?.endsWith('.json') || more.length > 0 || others.has(module)) continue
    const text = await loadText(file, problems)
    if (text === undefined) continue
    const record = parseJson(text)
    const entity = record && parseEntity(module, record)
    if (entity) entities.push(entity)
    else problems.add('left', path, 'It is damaged.')
  }
  return entities
}

export const openWorld = (entities: readonly KankaEntity[], { files }: Archive, problems: ProblemList): World => {
  const paths = uniquePaths()
  const pictures = new Map<string, string>()
  for (const { path } of files) {
    const [, id] = /^gallery\/([\da-f-]+)\.(?!json$)\w+$/.exec(path) ?? []
    if (id) pictures.set(id, path)
    else if (path.startsWith('w/')) pictures.set(path, path)
  }
  return {
    entities,
    problems,
    pictures,
    byId: new Map(entities.map((entity) => [entity.id, entity])),
    byTypedId: new Map(entities.map((entity) => [typedKey(entity.module, entity.typedId), entity])),
    pathOf: new Map(
      entities.map((entity) => [entity, paths.add(titleCase(entity.module), entity.name, '.md', 'Untitled')]),
    ),
  }
}
