import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { LoreExportRequested } from '#domain/lore-export-answers.ts'
import { can } from '#domain/rights.ts'
import { type Read, reading } from '../../http/snapshot.ts'
import { ParserFault, ParserStopped } from '../../platform/untrusted/parser.ts'
import { readerOf } from '../../queries/exports/scope.ts'
import { visibleAs, visibleTo } from '../../queries/visible.ts'
import type { Kind, Run } from '../operations/perform.ts'
import { type ExportFile, type Format, formats, zipFile } from './formats.ts'
import { removeExport, saveExport } from './stored-export.ts'
import { type ExportDeps, writeLore } from './write-lore.ts'
import { writeSessions } from './write-sessions.ts'

export const Exporting = LoreExportRequested.extend({
  /** True if the export contains what a DM sees; it then ends once the requester is no longer a DM. */
  isOfDm: z.boolean(),
})
export type Exporting = z.infer<typeof Exporting>

/** True while a viewer sees in a campaign everything that an export of it contains. */
export const maySeeExport = (viewer: Viewer, { campaignId, isOfDm }: Pick<Exporting, 'campaignId' | 'isOfDm'>) =>
  can(viewer, isOfDm ? 'manage' : 'enter', { campaignId })

const nameQuery = `select coalesce((select f.name from collections f where f.id = @collectionId and ${visibleAs('f')}),
  (select l.name from conjurations l where l.id = @conjurationId and ${visibleAs('l')}),
  (select c.name from campaigns c where c.id = @campaignId), '') as name`

/**
 * Returns the current name of the exported folder, entry or campaign; the campaign's name if readers of the export do
 * not see the folder or entry.
 */
export const exportName = async (read: Read, viewer: Viewer, given: Exporting): Promise<string> => {
  const { campaignId, collectionId, conjurationId } = given
  const values = { ...visibleTo(readerOf(viewer, given)), campaignId, collectionId, conjurationId }
  const [found] = await read<{ name: string }>(nameQuery, values)
  return found?.name || 'Export'
}

const readerNow = async (run: Run, given: Exporting): Promise<Viewer | undefined> => {
  const viewer = await run.viewer()
  return maySeeExport(viewer, given) ? readerOf(viewer, given) : undefined
}

const inTemporaryFile = async (work: (path: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'loreloom-export-'))
  await work(join(folder, 'export')).finally(() => rm(folder, { recursive: true, force: true }))
}

const refuseAs = (code: 'export_stopped' | 'pdf_failed') => ({
  async work() {
    throw new Rejection(code)
  },
})

/** Completes a file. Returns false where the typesetter cannot set its content, which another attempt would not change. */
const isFinished = async (file: ExportFile): Promise<boolean> => {
  try {
    await file.finish()
    return true
  } catch (error) {
    if (error instanceof ParserStopped || error instanceof ParserFault) return false
    throw error
  }
}

interface Written {
  file?: Format['file']
  /** Returns true while the requester sees everything that is written. */
  isAllowed(): Promise<boolean>
  /** Returns false once the export must stop. */
  write(target: ExportFile): Promise<boolean>
}

/**
 * Writes an export into a temporary file, and stores it unless the export was stopped. After a crash it is written
 * again from the start.
 */
export const storeWritten = (
  deps: ExportDeps,
  run: Run,
  { file = zipFile, isAllowed, write }: Written,
): Promise<void> =>
  inTemporaryFile(async (path) => {
    const target = file.create(path, new Date(run.event.at))
    try {
      const isWritten = await write(target)
      if (isWritten && !(await isFinished(target)))
        return void (await run.each([run.operationId], refuseAs('pdf_failed')))
      const isWanted = await run.each([], { work: async () => undefined })
      if (!(await isAllowed())) await run.each([run.operationId], refuseAs('export_stopped'))
      else if (isWritten && isWanted)
        await saveExport(deps, { operationId: run.operationId, userId: run.userId, path, mime: file.mime })
    } finally {
      target.abort()
    }
  })

/** True for exports of a whole campaign in a format that holds the texts of its sessions. */
const hasSessions = ({ collectionId, conjurationId, format }: Exporting): boolean =>
  collectionId === null && conjurationId === null && formats[format].file.holdsFiles

/**
 * Writes what its requester sees of a campaign, a folder or an entry into a file. It ends without a file when its requester may see less
 * than at its beginning; undoing it removes the file.
 */
export const exportLore = (deps: ExportDeps): Kind<Exporting> => ({
  arguments: Exporting,
  async run(run, given) {
    const name = await exportName(reading(deps.pool), await run.viewer(), given)
    const reader = () => readerNow(run, given)
    await storeWritten(deps, run, {
      file: formats[given.format].file,
      isAllowed: async () => (await reader()) !== undefined,
      async write(target) {
        const work = { ...deps, run, name, scope: given, target, reader }
        return (await writeLore(work)) && (!hasSessions(given) || (await writeSessions(work)))
      },
    })
  },
  undo: (run) => removeExport(deps, run.operationId),
})

export const isOfDm = (viewer: Viewer, { campaignId, isForPlayers }: Pick<Exporting, 'campaignId' | 'isForPlayers'>) =>
  !isForPlayers && can(viewer, 'manage', { campaignId })
