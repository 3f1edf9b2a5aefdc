import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { collections } from '#domain/collections.ts'
import { Rejection } from '#domain/decider.ts'
import { operations } from '#domain/operations.ts'
import { can } from '#domain/rights.ts'
import { parseVault } from '#exchange/obsidian/read.ts'
import { type ImportPlan, importLimits } from '#exchange/plan.ts'
import { migrateAwaitedFiles } from '../commands/awaited-files.ts'
import { sessionContext } from '../commands/context.ts'
import { type Dispatcher, dispatcher } from '../commands/dispatch.ts'
import { commandHandler } from '../commands/handle.ts'
import { derivedId } from '../commands/ids.ts'
import { suggestFolder } from '../commands/imports/destination.ts'
import { type Importing, rootVisibility } from '../commands/imports/import-campaign.ts'
import { archiveMegabytes, claimPlan, partStore, savePlan } from '../commands/imports/stored-plan.ts'
import { readConfig } from '../config.ts'
import { secretsOf } from '../config-secrets.ts'
import { viewerOf } from '../http/policy.ts'
import { isProblemCode, problem } from '../http/problems.ts'
import { onlyArgument, parsed, readUsage, WrongUsage } from '../platform/arguments.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { databaseClock } from '../platform/database-clock.ts'
import { runProcess } from '../platform/run-process.ts'
import { folder } from '../providers/files/folder.ts'
import { s3 } from '../providers/files/s3.ts'
import { sealEvents } from '../sealing/sealed-store.ts'
import { installedStorage } from '../storage.ts'
import { openLog } from '../telemetry/log.ts'
import { createScope } from '../telemetry/scope.ts'

/** `npm run import`: prints the import plan of a file; with `--yes`, begins the import, which a running server carries out. */
const usage = `usage: npm run import -- FILE --campaign ID --as USER [--yes]

  FILE        a zipped folder of Markdown, vault of Obsidian, export of Notion, Kanka, World Anvil or Foundry VTT, or a
              .md, .docx, .lk or .json file
  --campaign  the id of the campaign that receives it
  --as        the e-mail address or id of a DM there, whom everything then belongs to
  --yes       begins the import; without it, only its plan is shown`

const { log, hide } = openLog(createScope(), pino.destination({ dest: 2, sync: true }))
const print = (line: string) => process.stdout.write(`${line}\n`)
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const readArguments = () => {
  const options = { campaign: { type: 'string' }, as: { type: 'string' }, yes: { type: 'boolean' } } as const
  const { values, positionals } = parsed(process.argv.slice(2), { options, allowPositionals: true })
  const file = onlyArgument(positionals, 'FILE')
  const { campaign: campaignId, as: user, yes = false } = values
  if (campaignId === undefined || !uuid.test(campaignId)) throw new WrongUsage('--campaign is the id of a campaign.')
  if (user === undefined) throw new WrongUsage('--as is missing.')
  return { file, campaignId, user, yes }
}

/** Rejections are printed with their own messages. */
const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Rejection && isProblemCode(error.code))
      throw new CannotStart(problem(error.code, error.facts).detail)
    throw error
  }
}

const findDm = async (pool: pg.Pool, user: string, campaignId: string): Promise<string> => {
  const statement = 'select id from auth."user" where lower(email) = lower($1) or id = $1'
  const { rows } = await pool.query<{ id: string }>(statement, [user])
  const userId = rows[0]?.id
  if (userId === undefined) throw new CannotStart(`There is no user ${user}.`)
  if (!can(await viewerOf(pool, userId), 'manage', { campaignId }))
    throw new CannotStart(`${user} is no DM of the campaign ${campaignId}.`)
  return userId
}

const readFileToImport = async (file: string, importId: string) => {
  const bytes = await readFile(file).catch(() => {
    throw new CannotStart(`${file} cannot be read.`)
  })
  if (bytes.length > importLimits.archiveBytes) throw new CannotStart(`${file} has more than ${archiveMegabytes} MB.`)
  const idOf = (...of: (string | number)[]) => derivedId(importId, ...of.map(String))
  const parts: Buffer[] = []
  const store = async (part: Buffer) => void parts.push(part)
  return { plan: await explained(() => parseVault(bytes, { filename: basename(file), idOf, store })), parts }
}

const printPlan = ({ name, pages, folders, pictures, problems, counts }: ImportPlan) => {
  print(`${name}: ${pages.length} pages, ${folders.length} folders, ${pictures.length} pictures, ${counts.links} links`)
  for (const { kind, path, reason } of problems) print(`${kind.padEnd(7)} ${path}: ${reason}`)
  if (counts.moreProblems > 0) print(`and ${counts.moreProblems} more`)
}

interface Wanted {
  importId: string
  userId: string
  campaignId: string
  plan: ImportPlan
  /** Null without a new folder. */
  folderName: string | null
}

/** Creates the folder first, since the operation requires it. */
const beginImport = async ({ dispatch }: Dispatcher, { importId, userId, campaignId, plan, folderName }: Wanted) => {
  const context = sessionContext(importId, { userId, impersonatorId: null }, { requestId: 'import', isOperation: true })
  const collectionId = folderName === null ? null : derivedId(importId, 'root')
  const given: Importing = { campaignId, importId, collectionId, visibility: 'DM' }
  if (folderName !== null && collectionId !== null)
    await dispatch(context, collections, campaignId, {
      type: 'CreateCollection',
      data: {
        campaignId,
        collectionId,
        userId,
        name: folderName,
        parentCollectionId: null,
        visibility: rootVisibility(plan, given),
      },
    })
  const total = plan.pages.length + plan.pictures.length + (plan.links?.length ?? 0)
  await dispatch(context, operations, importId, {
    type: 'BeginOperation',
    data: { operationId: importId, kind: 'import-campaign', userId, campaignId, total, arguments: { ...given } },
  })
}

await runProcess(log, async (stopping) => {
  const { file, campaignId, user, yes } = readUsage(usage, readArguments)
  const config = readConfig(process.env)
  hide(secretsOf(config))
  const { pool, store, keys } = await installedStorage(config, stopping)
  const userId = await findDm(pool, user, campaignId)
  const importId = randomUUID()
  const { plan, parts } = await readFileToImport(file, importId)
  printPlan(plan)
  if (yes) {
    await migrateAwaitedFiles(pool)
    const bucket = config.s3 && s3(config.s3)
    if (bucket) stopping.add('files', () => bucket.close())
    const files = bucket ?? folder(join(config.dataDir, 'files'))
    const clock = await databaseClock(pool, log)
    stopping.add('clock', clock.stop)
    const commands = dispatcher(commandHandler(store, { ...clock, seal: (events) => sealEvents(keys, events) }))
    const deps = { pool, files, quotas: config.quotas }
    const { put } = partStore(deps, { importId, userId })
    await explained(async () => {
      for (const part of parts) await put(part)
      await savePlan(deps, { importId, userId, campaignId, plan })
      await claimPlan(pool, importId, { operationId: importId, parts: plan.parts })
    })
    const folderName = await suggestFolder(pool, plan, { campaignId, into: null }, await viewerOf(pool, userId))
    await explained(() => beginImport(commands, { importId, userId, campaignId, plan, folderName }))
    print(`The import ${importId} begins as soon as Loreloom runs.`)
  } else print('Nothing was imported. Add --yes to import it.')
  process.emit('SIGTERM')
})
