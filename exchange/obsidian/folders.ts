import { foldPath } from '../archive.ts'
import type { ImportPlan, PlannedFolder } from '../plan.ts'

/** Derives an id from what identifies a thing in its source. */
export type IdOf = (...parts: (string | number)[]) => string

export const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Plans the folders at some paths, each after its parent. `indexOf` finds one by its folded path. */
export const planFolders = (
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

/** Omits a single top folder with the name of the import, since the import itself creates a folder of that name. */
export const withoutRepeatedTop = ({ folders, pages, name }: Pick<ImportPlan, 'folders' | 'pages' | 'name'>) => {
  const tops = folders.filter(({ parent }) => parent === null)
  const isRepeated = tops.length === 1 && foldPath(tops[0]?.name ?? '') === foldPath(name)
  if (!isRepeated || pages.some(({ folder }) => folder === null)) return { folders, pages }
  // Folders follow their parents, so the only one without a parent is the first.
  const below = (at: number | null) => (at === null || at === 0 ? null : at - 1)
  return {
    folders: folders.slice(1).map((folder) => ({ ...folder, parent: below(folder.parent) })),
    pages: pages.map((page) => ({ ...page, folder: below(page.folder) })),
  }
}
