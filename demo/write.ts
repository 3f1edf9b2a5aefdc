import { type Cast, campaignId, type Filling, folderId, idOf, keyOf } from './filling.ts'
import { type Folder, folders, splitPath } from './folders.ts'
import { deletedPages, firstOf, type Step, stories, versionsOf } from './history.ts'
import type { Page } from './pages.ts'

/** Creates the folders with their first names and parents, then the pages with their histories, then renames and moves the folders. */
export async function write({ cast, tell, unlessChanged }: Filling, pages: readonly Page[]): Promise<void> {
  tell(`${folders.length} folders and ${pages.length} pages of lore …`)
  for (const folder of folders) await unlessChanged(() => makeFolder(cast, folder))
  // Pages of a folder that an earlier filling deleted are refused.
  const binned = folders.filter(({ deleted }) => deleted).map(({ path }) => path)
  for (const page of pages) await unlessChanged(() => writePage(cast, page), binned.includes(page.folder))
  for (const folder of folders) await unlessChanged(() => settleFolder(cast, folder))
}

/** Deletes some pages individually, and a folder with its contents. */
export async function throwAway({ cast, unlessChanged }: Filling): Promise<void> {
  for (const [page, by] of Object.entries(deletedPages))
    await unlessChanged(() => cast[by].act(keyOf('delete', page), 'DELETE', `/conjurations/${idOf('page', page)}`))
  for (const { path, by } of folders.filter(({ deleted }) => deleted))
    await unlessChanged(() => cast[by].act(keyOf('delete', path), 'DELETE', `/collections/${folderId(path)}`))
}

async function makeFolder(cast: Cast, { path, by, visibility = 'CAMPAIGN', first }: Folder) {
  const { parent, name } = splitPath(path)
  const place = { campaignId, parentId: folderId(first?.parent ?? parent) }
  const body = { id: folderId(path), ...place, name: first?.name ?? name, visibility }
  await cast[by].act(keyOf('folder', path), 'POST', '/collections', body)
}

async function settleFolder(cast: Cast, { path, by, first }: Folder) {
  const { parent, name } = splitPath(path)
  const at = `/collections/${folderId(path)}`
  if (first?.name !== undefined) await cast[by].act(keyOf('rename', path), 'PATCH', at, { name })
  const parentCollectionId = folderId(parent)
  if (first?.parent !== undefined) await cast[by].act(keyOf('move', path), 'POST', `${at}/move`, { parentCollectionId })
}

async function writePage(cast: Cast, page: Page) {
  const id = idOf('page', page.name)
  const story = stories.find((each) => each.page === page.name)
  const { name, description, tags, visibility, folder } = firstOf(page, story)
  const body = { id, campaignId, collectionId: folderId(folder), name, description, tags, visibility }
  await cast[page.by].act(keyOf('page', page.name), 'POST', '/conjurations', body)
  if (!story) return
  const versions = versionsOf(page, story)
  for (const [n, step] of story.steps.entries()) {
    const { method = 'PATCH', path, body } = callOf(id, step, versions[n] ?? page)
    await cast[step.by].act(keyOf('page', page.name, String(n)), method, path, body)
  }
}

interface Call {
  method?: 'POST'
  path: string
  body?: object
}

const callOf = (id: string, step: Step, { name, description, tags }: Page): Call => {
  if ('restore' in step) return { method: 'POST', path: `/conjurations/${id}/history/0/restore` }
  const move = `/collections/conjurations/${id}/move`
  if ('moveTo' in step) return { method: 'POST', path: move, body: { collectionId: folderId(step.moveTo) } }
  return { path: `/conjurations/${id}`, body: 'write' in step ? step.write : { name, description, tags } }
}
