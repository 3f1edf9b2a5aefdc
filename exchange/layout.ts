import type { Visibility } from '#domain/access.ts'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import { uniquePaths } from './paths.ts'

interface Folder {
  id: string
  name: string
  parentId: string | null
  visibility: Visibility
}
interface Lore {
  id: string
  name: string
  folderId: string | null
  visibility: Visibility
}

/** A page with its place in the export. Pages are ordered as in a book: those of a folder, then those of its subfolders. */
export interface PlacedPage {
  id: string
  name: string
  /** The path of its Markdown file from the root of the export. */
  path: string
  /** Names of its folders, from the outermost. */
  folders: string[]
  folderId: string | null
  visibility: Visibility
}

export interface Layout {
  pages: PlacedPage[]
  /** Each after its parent. */
  folders: Folder[]
  pathOf: ReadonlyMap<string, string>
  /** The path of the folder of pictures. */
  pictureFolder: string
}

/** Places pages in folders, each at a path of its own. `name` is that of the folder that holds everything. */
export const layoutOf = (
  name: string,
  { folders, lore }: { folders: readonly Folder[]; lore: readonly Lore[] },
): Layout => {
  const paths = uniquePaths()
  const foldersIn = Map.groupBy(folders, ({ parentId }) => parentId)
  const loreIn = Map.groupBy(lore, ({ folderId }) => folderId)
  const pages: PlacedPage[] = []
  const placedFolders: Folder[] = []
  const add = (folderId: string | null, path: string, names: string[]) => {
    for (const { id, name, visibility } of loreIn.get(folderId) ?? [])
      pages.push({
        id,
        name,
        folderId,
        visibility,
        folders: names,
        path: paths.add(path, name, '.md', untitledConjuration),
      })
    for (const folder of foldersIn.get(folderId) ?? []) {
      placedFolders.push(folder)
      add(folder.id, paths.add(path, folder.name, '', 'Folder'), [...names, folder.name])
    }
  }
  const root = paths.add('', name, '', 'Export')
  const pictureFolder = paths.add(root, 'Pictures', '', 'Pictures')
  add(null, root, [])
  return { pages, folders: placedFolders, pathOf: new Map(pages.map(({ id, path }) => [id, path])), pictureFolder }
}

interface Picture {
  id: string
  name: string
  file: { mime: string }
}

const endings: Readonly<Record<string, string>> = { 'image/png': '.png', 'image/jpeg': '.jpg', 'image/webp': '.webp' }

/** Pictures of an export, each at a path of its own. */
export const picturePlaces = <Item extends Picture>(folder: string) => {
  const paths = uniquePaths()
  const placed = new Map<string, { path: string; picture: Item }>()
  return {
    placed: placed as ReadonlyMap<string, { path: string; picture: Item }>,
    add(pictures: readonly Item[]) {
      for (const picture of pictures) {
        if (placed.has(picture.id)) continue
        const name = picture.name.replace(/\.(?:png|jpe?g|webp)$/i, '')
        const ending = endings[picture.file.mime] ?? ''
        placed.set(picture.id, { path: paths.add(folder, name, ending, 'Picture'), picture })
      }
    },
  }
}
