import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { collections, isThere } from '#domain/collections.ts'
import { Rejection } from '#domain/decider.ts'
import { ImportBegun, ImportChoices, ImportPreview, ImportProblems, ImportUploaded } from '#domain/import-answers.ts'
import { Receipt } from '#domain/me.ts'
import { isUnfinished, operations } from '#domain/operations.ts'
import { type ImportPlan, importLimits } from '#exchange/plan.ts'
import { type Act, actOf, receipt, sessionOf } from '../../http/act.ts'
import { begin } from '../../http/bulk.ts'
import { byteOrderMark, csvLine } from '../../http/csv.ts'
import type { Deps } from '../../http/deps.ts'
import { readForm } from '../../http/form.ts'
import { hangUp } from '../../http/hang-up.ts'
import { body, dmOf, param, query, stillMay, viewerOf } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { every, maySeeCollection } from '../../policies/items.ts'
import { allOf } from '../../providers/bounded.ts'
import type { UntrustedInput } from '../../providers/untrusted-input.ts'
import { derivedId } from '../ids.ts'
import { keyedMutex } from '../keyed-mutex.ts'
import { refuseFullStorage } from '../storage/room.ts'
import { suggestFolder } from './destination.ts'
import { type Importing, rootVisibility } from './import-campaign.ts'
import {
  archiveMegabytes,
  claimPlan,
  discardPlan,
  extendPlan,
  findRepeated,
  loadPlan,
  loadProblems,
  loadWholePlan,
  operationOf,
  partStore,
  type StoredPlan,
  savePlan,
} from './stored-plan.ts'

const shownFolders = 200
const shownProblems = 500
/** Archives that a process receives at once, since it holds each of them in memory. */
const uploadsAtOnce = 2

const treeOf = ({ folders, pages }: ImportPlan): ImportPreview['tree'] => {
  const pagesIn = Map.groupBy(pages, ({ folder }) => folder)
  const childrenOf = Map.groupBy(folders.keys(), (n) => folders[n]?.parent ?? null)
  const tree: ImportPreview['tree'] = []
  const add = (parent: number | null, depth: number) => {
    for (const n of childrenOf.get(parent) ?? []) {
      if (tree.length >= shownFolders) return
      tree.push({ name: folders[n]?.name ?? '', depth, pages: pagesIn.get(n)?.length ?? 0 })
      add(n, depth + 1)
    }
  }
  add(null, 0)
  return tree
}

const previewOf = (id: string, plan: ImportPlan, folderName: string | null): ImportPreview => {
  const { source, name, pages, folders, pictures, problems, counts } = plan
  return {
    id,
    source,
    name,
    folderName,
    pages: pages.length,
    folders: folders.length,
    pictures: pictures.length,
    publishedPages: pages.filter(({ isPublished }) => isPublished).length,
    leadPictures: pages.filter(({ primary }) => primary !== null).length,
    pictureBytes: pictures.reduce((sum, { blob }) => sum + blob.length, 0),
    links: counts.links,
    textLinks: counts.textLinks,
    relationships: plan.links?.length ?? 0,
    hiddenPages: pages.filter(({ isHidden }) => isHidden).length,
    tags: counts.tags,
    secrets: counts.secrets,
    // Plans that an earlier version stored lack the count.
    leftPages: counts.leftPages ?? 0,
    tree: treeOf(plan),
    problems: problems.slice(0, shownProblems),
    moreProblems: counts.moreProblems + Math.max(0, problems.length - shownProblems),
  }
}

interface ArchiveUpload {
  importId: string
  receive(part: Buffer): Promise<void>
  /** The plan of the same file, if an earlier request with this id stored it. */
  findEarlier(fileHash: string): Promise<ImportPlan | undefined>
}

async function readArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  untrusted: UntrustedInput,
  { importId, receive, findEarlier }: ArchiveUpload,
): Promise<{ plan: ImportPlan; fileHash: string; isRepeated: boolean }> {
  const signal = hangUp(reply)
  const { taken } = await readForm(request, {
    field: 'file',
    maxBytes: importLimits.archiveBytes,
    async take(file, filename, announced) {
      const tooLarge = () => new Rejection('file_too_large', { megabytes: archiveMegabytes })
      const bytes = await allOf(file, importLimits.archiveBytes, tooLarge, announced)
      const fileHash = createHash('sha256').update(bytes).digest('hex')
      const earlier = await findEarlier(fileHash)
      if (earlier) return { plan: earlier, fileHash, isRepeated: true }
      const options = { filename: filename.slice(-255), importId }
      const { value } = await untrusted.run('archive', { bytes, options, signal, receive })
      return { plan: value, fileHash, isRepeated: false }
    },
  })
  if (!taken) throw new Rejection('file_missing')
  return taken
}

/** Requests for one import wait for each other, so that none replaces or removes files that another stores or needs. */
const oneByOne = keyedMutex()

/** Creates the new folder of an import, or verifies the existing one. Throws `parent_not_found`. */
const prepareFolder = async (
  { handler }: Pick<Deps, 'handler'>,
  act: Act,
  plan: StoredPlan,
  { given, chosen: { name, parentCollectionId } }: { given: Importing; chosen: ImportChoices },
): Promise<void> => {
  const { campaignId, collectionId } = given
  if (name === null || collectionId === null) {
    if (collectionId !== null && !isThere(await handler.stateOf(collections, campaignId), collectionId))
      throw new Rejection('parent_not_found')
    return
  }
  // The folder's own event encrypts its name; of an operation's arguments, only tags are encrypted.
  const folder = { campaignId, collectionId, name, userId: act.userId, parentCollectionId }
  await act.send(collections, campaignId, {
    type: 'CreateCollection',
    data: { ...folder, visibility: rootVisibility(plan, given) },
  })
}

const kinds = { left: 'Left out', changed: 'Changed', noted: 'Noted' } as const

/** Lines of a table of problems. Their paths and reasons hold text of the source, which no spreadsheet may run. */
function* problemLines({ problems, more }: Awaited<ReturnType<typeof loadProblems>>): Generator<string> {
  yield `${byteOrderMark}${csvLine(['Kind', 'File', 'Reason'])}`
  for (const { kind, path, reason } of problems) yield csvLine([kinds[kind], path, reason])
  if (more > 0) yield csvLine(['', '', `${more} more are not listed.`])
}

/** Importing has two steps: an archive becomes a stored plan, and a plan begins as an operation. */
export const importCommands = (deps: Deps): FastifyPluginAsyncZod => {
  const { handler, pool, files, quotas, limits, untrusted } = deps
  const policy = dmOf(param('id'))
  let uploads = 0

  const upload = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const act = actOf(request, handler)
    const { id: campaignId } = request.params
    const { userId } = act
    await refuseFullStorage({ pool, quotas }, { userId, campaignId, bytes: 0 })
    const importId = act.idFor('import')
    return oneByOne(importId, async () => {
      const parts = partStore({ pool, files, quotas }, { importId, userId })
      try {
        const findEarlier = (fileHash: string) => findRepeated(files, importId, fileHash)
        const read = await readArchive(request, reply, untrusted, { importId, receive: parts.put, findEarlier })
        const { plan, fileHash, isRepeated } = read
        await stillMay(request, userId, pool)
        const folderName = await suggestFolder(pool, plan, { campaignId, into: null }, await viewerOf(pool, userId))
        if (isRepeated) await extendPlan(pool, importId)
        else await savePlan({ pool, files, quotas }, { importId, userId, campaignId, plan, fileHash })
        return receipt(reply, act, { import: previewOf(importId, plan, folderName) })
      } catch (error) {
        // The sweep removes what cannot be removed now.
        await parts.discard().catch(() => undefined)
        throw error
      }
    })
  }

  return async (app) => {
    // Refused uploads count too: their bytes were received and read.
    const rateLimit = { max: limits.generation, timeWindow: 60_000, groupId: 'uploads' }
    const one = {
      params: z.object({ id: uuid() }),
      response: { 201: ImportUploaded },
      consumes: ['multipart/form-data'],
    }
    app.post('/campaigns/:id/imports', { config: { policy, rateLimit }, schema: one }, async (request, reply) => {
      if (uploads >= uploadsAtOnce) throw new Rejection('busy')
      uploads++
      try {
        return await reply.code(201).send(await upload(request, reply))
      } finally {
        uploads--
      }
    })

    const params = z.object({ id: uuid(), importId: uuid() })
    const Destination = z.object({ into: uuid().nullable().default(null) })
    const seesInto = every(policy, maySeeCollection(query('into'), 'parent_not_found'))
    app.get(
      '/campaigns/:id/imports/:importId',
      {
        config: { policy: seesInto },
        schema: { params, querystring: Destination, response: { 200: ImportPreview } },
      },
      async (request) => {
        const { id: campaignId, importId } = request.params
        const { into } = request.query
        const { userId } = sessionOf(request)
        const plan = await loadWholePlan(files, importId, { userId, campaignId })
        const viewer = await viewerOf(pool, userId)
        return previewOf(importId, plan, await suggestFolder(pool, plan, { campaignId, into }, viewer))
      },
    )

    const filesRate = { max: limits.files, timeWindow: 60_000, groupId: 'files' }
    const From = z.object({ from: z.coerce.number().int().min(0).default(0) })
    app.get(
      '/campaigns/:id/imports/:importId/problems',
      {
        config: { policy, rateLimit: filesRate },
        schema: { params, querystring: From, response: { 200: ImportProblems } },
      },
      async (request) => {
        const { id: campaignId, importId } = request.params
        const { from } = request.query
        const { userId } = sessionOf(request)
        const { problems, more } = await loadProblems(files, importId, { userId, campaignId })
        const { length: recorded } = problems
        return { problems: problems.slice(from, from + shownProblems), recorded, total: recorded + more }
      },
    )

    app.get(
      '/campaigns/:id/imports/:importId/problems.csv',
      { config: { policy, rateLimit: filesRate }, schema: { params } },
      async (request, reply) => {
        const { id: campaignId, importId } = request.params
        const { userId } = sessionOf(request)
        const stored = await loadProblems(files, importId, { userId, campaignId })
        return reply
          .header('content-type', 'text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="Import.csv"')
          .header('cache-control', 'private, no-store')
          .send(Readable.from(problemLines(stored)))
      },
    )

    app.delete(
      '/campaigns/:id/imports/:importId',
      { config: { policy }, schema: { params, response: { 200: Receipt } } },
      async (request, reply) => {
        const act = actOf(request, handler)
        const { id: campaignId, importId } = request.params
        await oneByOne(importId, async () => {
          const plan = await loadPlan(files, importId, { userId: act.userId, campaignId })
          const operationId = await operationOf(pool, importId)
          if (operationId && isUnfinished(await handler.stateOf(operations, operationId)))
            throw new Rejection('import_begun')
          await discardPlan(deps, importId, plan)
        })
        return receipt(reply, act, {})
      },
    )

    const into = every(policy, maySeeCollection(body('parentCollectionId'), 'parent_not_found'))
    const beginning = { params, body: ImportChoices, response: { 202: ImportBegun } }
    app.post(
      '/campaigns/:id/imports/:importId/begin',
      { config: { policy: into }, schema: beginning },
      async (request, reply) => {
        const { id: campaignId, importId } = request.params
        // An import begins once, whatever the key of the request is.
        const act = actOf(request, handler, { bulk: true, key: importId })
        const { name, visibility, parentCollectionId } = request.body
        const collectionId = await oneByOne(importId, async () => {
          const { begun } = await handler.stateOf(operations, act.id)
          // A repeat with other choices gets the answer of the first request.
          if (begun) return (begun.arguments as Importing).collectionId
          const plan = await loadPlan(files, importId, { userId: act.userId, campaignId })
          await claimPlan(pool, importId, { operationId: act.id, parts: plan.parts })
          const collectionId = name === null ? parentCollectionId : derivedId(importId, 'root')
          const given: Importing = { campaignId, importId, collectionId, visibility }
          await prepareFolder(deps, act, plan, { given, chosen: request.body })
          const total = plan.pages.length + plan.pictures.length + (plan.links?.length ?? 0)
          await begin(act, { kind: 'import-campaign', campaignId, total, arguments: { ...given } }, deps)
          return collectionId
        })
        return reply.code(202).send(receipt(reply, act, { operationId: act.id, collectionId }))
      },
    )
  }
}
