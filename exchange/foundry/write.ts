import { posix } from 'node:path'
import type { ExportSource, ExportWriter } from '../writer.ts'
import { foundryId } from './ids.ts'
import { type JournalContext, journalOf } from './journal.ts'
import { foundryFolders, importScript, manifestOf, readmeOf } from './module.ts'

/** Writes lore as a module of Foundry VTT: a file of each journal, and a script that creates them all. */
export const foundryWriter = ({ id, name, at, layout, pictures, target }: ExportSource): ExportWriter => {
  const root = posix.dirname(layout.pictureFolder)
  const moduleId = posix.basename(root)
  const folders = foundryFolders({ id, name }, layout.folders)
  const placeOf = new Map(layout.pages.map((page, n) => [page.id, { page, n }]))
  const context: JournalContext = {
    isExported: (loreId) => placeOf.has(loreId),
    isPictureForAll: pictures.isForAll,
    pictureAddress(pictureId) {
      const path = pictures.pathOf(pictureId)
      return path === undefined ? undefined : `modules/${encodeURI(path)}`
    },
    pictureName: pictures.nameOf,
  }
  const journals: { id: string; path: string }[] = []
  const digits = String(layout.pages.length).length
  const addJson = (path: string, content: unknown) =>
    target.add(posix.join(root, path), `${JSON.stringify(content, null, 2)}\n`)
  return {
    async add(page, placed) {
      const n = placeOf.get(page.id)?.n ?? 0
      const path = `journals/${String(n + 1).padStart(digits, '0')} ${posix.basename(placed.path, '.md')}.json`
      await addJson(path, journalOf(page, { folder: folders.of(placed), sort: n + 1 }, context))
      journals.push({ id: foundryId(page.id), path })
    },
    async finish() {
      await addJson('contents.json', { version: at.toISOString(), folders: folders.all, journals })
      await addJson('module.json', manifestOf(moduleId, name, at))
      await target.add(posix.join(root, 'import.mjs'), importScript(moduleId))
      await target.add(posix.join(root, 'README.txt'), readmeOf(moduleId))
    },
  }
}
