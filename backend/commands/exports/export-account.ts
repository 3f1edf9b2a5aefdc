import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { can } from '#domain/rights.ts'
import { CampaignRole } from '#domain/roles.ts'
import { uniquePaths } from '#exchange/paths.ts'
import type { ExportTarget } from '#exchange/writer.ts'
import { type Read, reading } from '../../http/snapshot.ts'
import { loadConversation, markdownOf } from '../../queries/conversations/load.ts'
import { type AccountData, accountFiles, accountTables } from '../../queries/exports/account-data.ts'
import type { Kind, Run } from '../operations/perform.ts'
import { storeWritten } from './export-lore.ts'
import { removeExport } from './stored-export.ts'
import { addFile, type ExportDeps, writeLore } from './write-lore.ts'
import { writeSessions } from './write-sessions.ts'

export const ExportingAccount = z.object({
  /** The user's role in each campaign when the export began; losing such a right ends the export. */
  roles: z.record(z.string(), CampaignRole),
})
export type ExportingAccount = z.infer<typeof ExportingAccount>

/** True while a viewer sees everything that they saw with the roles of the export. */
export const maySeeAccountExport = (viewer: Viewer, given: ExportingAccount): boolean => {
  const before = { ...viewer, roles: given.roles }
  return Object.keys(given.roles).every((campaignId) =>
    can(viewer, can(before, 'manage', { campaignId }) ? 'manage' : 'enter', { campaignId }),
  )
}

const campaignNames = `select c.id, c.name from campaigns c where c.id = any($1::uuid[]) order by lower(c.name), c.id`
const ownConversations = `select id from conversations where "userId" = $1 and "campaignId" = $2 and "deletedAt" is null order by "createdAt", id`
const attachedFiles = `select name, key from conversation_files where "conversationId" = $1 order by "createdAt", id`

interface Deps extends ExportDeps {
  /** The account data of all things. */
  accountData: readonly AccountData[]
}

interface Work extends Deps {
  run: Run
  read: Read
  target: ExportTarget
  given: ExportingAccount
  reader(): Promise<Viewer | undefined>
}

/** Adds the path of a file in a folder; the extension of its name stays whole. */
const addNamed = (paths: ReturnType<typeof uniquePaths>, folder: string, name: string): string => {
  const extension = /\.[a-z\d]{1,8}$/i.exec(name)?.[0] ?? ''
  return paths.add(folder, name.slice(0, name.length - extension.length), extension, 'File')
}

const writeConversations = async (work: Work, campaignId: string, folder: string): Promise<void> => {
  const { run, read, target } = work
  const paths = uniquePaths()
  const handler = { stateOf: run.stateOf }
  for (const { id } of await read<{ id: string }>(ownConversations, [run.userId, campaignId])) {
    const viewer = { ...(await run.viewer()), isInPerson: true }
    const conversation = await loadConversation(read, viewer, handler, id)
    if (!conversation) continue
    const path = paths.add(`Conversations/${folder}`, conversation.title, '.md', 'Conversation')
    await target.add(path, `${markdownOf(conversation)}\n`)
    for (const { name, key } of await read<{ name: string; key: string }>(attachedFiles, [id]))
      await addFile(work, addNamed(paths, path.slice(0, -'.md'.length), name), key)
  }
}

const writeCampaigns = async (work: Work): Promise<boolean> => {
  const { read, target, given } = work
  const campaigns = await read<{ id: string; name: string }>(campaignNames, [Object.keys(given.roles)])
  const paths = uniquePaths()
  const places = [...campaigns, { id: null, name: 'Outside of campaigns' }]
  for (const { id: campaignId, name } of places) {
    const folder = paths.add('', name, '', 'Campaign')
    const scope = {
      campaignId,
      collectionId: null,
      conjurationId: null,
      format: 'markdown' as const,
      withPictures: true,
    }
    const within = {
      add: (path: string, content: Parameters<ExportTarget['add']>[1]) => target.add(`Lore/${path}`, content),
    }
    const lore = { ...work, name: folder, scope, target: within }
    if (!(await writeLore(lore)) || !(await writeSessions(lore))) return false
    if (campaignId !== null) await writeConversations(work, campaignId, folder)
  }
  return true
}

/** Adds the user's files one by one, with rights checked before each. Returns false once the export must stop. */
const writeFiles = async (work: Work): Promise<boolean> => {
  const { run, read, given, accountData, reader } = work
  const campaignIds = Object.keys(given.roles)
  const first = await reader()
  if (!first) return false
  const paths = uniquePaths()
  for (const { folder, name, key } of await accountFiles(read, first, campaignIds, accountData)) {
    if (!(await reader()) || !(await run.each([], { work: async () => undefined }))) return false
    await addFile(work, addNamed(paths, folder, name), key)
  }
  return true
}

/** Writes everything of a user into a zip: lore of their campaigns as they see it, conversations, files, and tables of their account. */
export const exportAccount = (deps: Deps): Kind<ExportingAccount> => ({
  arguments: ExportingAccount,
  async run(run, given) {
    const read = reading(deps.pool)
    const reader = async () => {
      const viewer = await run.viewer()
      return maySeeAccountExport(viewer, given) ? { ...viewer, isInPerson: true } : undefined
    }
    await storeWritten(deps, run, {
      isAllowed: async () => (await reader()) !== undefined,
      async write(target) {
        for await (const { path, content } of accountTables(read, run.userId, deps.accountData))
          await target.add(path, content)
        const work = { ...deps, run, read, target, given, reader }
        return (await writeCampaigns(work)) && (await writeFiles(work))
      },
    })
  },
  undo: (run) => removeExport(deps, run.operationId),
})
