import type { Visibility } from '#domain/access.ts'
import { foundryId } from './ids.ts'

/** Returns the id of a Foundry VTT module, of letters, digits and hyphens only. The end of `id` distinguishes modules of the same name. */
export const moduleIdOf = (name: string, id: string): string => {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 40)
    .replace(/-$/, '')
  return ['loreloom', slug, id.slice(-6)].filter(Boolean).join('-')
}

interface FoundryFolder {
  _id: string
  name: string
  type: 'JournalEntry'
  folder: string | null
  sort: number
  sorting: 'm'
}

interface Folder {
  id: string
  name: string
  parentId: string | null
  visibility: Visibility
}

/** Foundry shows no folders below this depth. */
const deepest = 4

/**
 * Returns the folders of a module: a root, and those of the export within it. A folder that all members see is never placed in a hidden
 * one, since Foundry shows players the folders above entries that they may read. Folders deeper than Foundry's limit become siblings of
 * their parent.
 */
export const foundryFolders = (root: { id: string; name: string }, folders: readonly Folder[]) => {
  const rootId = foundryId(root.id, 1)
  const placed = new Map<string, FoundryFolder & { depth: number; isForAll: boolean }>()
  const placeWithin = (folderId: string | null, isForAll: boolean) => {
    const folder = folderId === null ? undefined : placed.get(folderId)
    return folder && (folder.isForAll || !isForAll) ? folder : undefined
  }
  for (const [n, { id, name, parentId, visibility }] of folders.entries()) {
    const isForAll = visibility === 'CAMPAIGN'
    const parent = placeWithin(parentId, isForAll)
    const isTooDeep = parent?.depth === deepest
    placed.set(id, {
      _id: foundryId(id),
      name: isTooDeep ? `${parent.name} › ${name.trim() || 'Folder'}` : name.trim() || 'Folder',
      type: 'JournalEntry',
      folder: isTooDeep ? parent.folder : (parent?._id ?? rootId),
      sort: (n + 1) * 100_000,
      sorting: 'm',
      depth: isTooDeep ? deepest : (parent?.depth ?? 1) + 1,
      isForAll,
    })
  }
  const all: FoundryFolder[] = [
    { _id: rootId, name: root.name.trim() || 'Loreloom', type: 'JournalEntry', folder: null, sort: 0, sorting: 'm' },
    ...[...placed.values()].map(({ depth, isForAll, ...folder }) => folder),
  ]
  return {
    all,
    /** The folder of an entry. */
    of: ({ folderId, visibility }: { folderId: string | null; visibility: Visibility }): string =>
      placeWithin(folderId, visibility === 'CAMPAIGN')?._id ?? rootId,
  }
}

export const manifestOf = (moduleId: string, title: string, at: Date) => ({
  id: moduleId,
  title: `${title.trim() || 'Loreloom'} (Loreloom)`,
  description: 'Journals that were exported from Loreloom.',
  version: at.toISOString().slice(0, 19).replaceAll(/\D/g, '.'),
  compatibility: { minimum: '12', verified: '13' },
  authors: [{ name: 'Loreloom' }],
  esmodules: ['import.mjs'],
})

/** Runs in Foundry: creates the folders and journals of the module once a gamemaster agrees. */
export const importScript = (moduleId: string): string => `const id = ${JSON.stringify(moduleId)}
const read = async (path) => {
  const answer = await fetch('modules/' + id + '/' + path.split('/').map(encodeURIComponent).join('/'))
  if (!answer.ok) throw new Error(path + ': ' + answer.status)
  return answer.json()
}
const atOnce = 20

Hooks.once('init', () => {
  game.settings.register(id, 'answered', { scope: 'world', config: false, type: String, default: '' })
})

Hooks.once('ready', async () => {
  if (game.users.activeGM !== game.user) return
  const { version, folders, journals } = await read('contents.json')
  if (game.settings.get(id, 'answered') === version) return
  const missing = journals.filter((journal) => !game.journal.has(journal.id))
  if (missing.length > 0) {
    const isWanted = await foundry.applications.api.DialogV2.confirm({
      window: { title: game.modules.get(id).title },
      content: '<p>Create ' + missing.length + ' journal entries? Entries that are here already stay as they are.</p>',
    })
    if (isWanted) {
      await Folder.createDocuments(folders.filter((folder) => !game.folders.has(folder._id)), { keepId: true })
      for (let n = 0; n < missing.length; n += atOnce) {
        const some = await Promise.all(missing.slice(n, n + atOnce).map((journal) => read(journal.path)))
        await JournalEntry.createDocuments(some, { keepId: true })
      }
      ui.notifications.info(missing.length + ' journal entries were created.')
    }
  }
  await game.settings.set(id, 'answered', version)
})
`

export const readmeOf = (moduleId: string): string => `Journals for Foundry Virtual Tabletop, version 12 or newer.

All at once, with folders, links and pictures:
1. Unpack this archive into Data/modules of your user data, so that there is Data/modules/${moduleId}/module.json.
2. Start your world, and activate the module under Manage Modules.
3. Agree to the question that appears. Journals that were created before stay as they are.
The pictures are read from the folder of the module, so leave it where it is.

One by one: create a journal entry, choose "Import Data" in its menu, and one of the files in the folder "journals".
Links then lead nowhere, since Foundry gives such entries other ids.

Journals that all members of your campaign see are visible to players. All others, and the passages for DMs, are not: such
a passage is a secret block, which is shown to players once you reveal it.
`
