import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import type { Visibility } from '#domain/access.ts'
import { collections } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import { ImportVisibility } from '#domain/import-answers.ts'
import { subjectOf } from '#domain/metadata.ts'
import { operations } from '#domain/operations.ts'
import { relationships } from '#domain/relationships.ts'
import { can } from '#domain/rights.ts'
import type { segmentCommands } from '#domain/segments.ts'
import type { Quotas } from '#domain/storage.ts'
import { mended } from '#domain/text-mending.ts'
import { hasLetters } from '#domain/text-plain.ts'
import { texts } from '#domain/texts.ts'
import {
  importLimits,
  type PlannedLink,
  type PlannedPage,
  type PlannedPicture,
  type PlannedSection,
} from '#exchange/plan.ts'
import { indexNewTexts } from '#projections/text-index.ts'
import { uuid } from '../../http/uuid.ts'
import { paceWork, yieldTo } from '../../platform/pace.ts'
import type { RequestCounter } from '../../platform/request-counter.ts'
import type { Files } from '../../providers/files.ts'
import { ImageRejected } from '../../providers/picture-rejected.ts'
import { InputRefused, type UntrustedInput } from '../../providers/untrusted-input.ts'
import type { Command } from '../dispatch.ts'
import { inPages, type Kind, type Run } from '../operations/perform.ts'
import { deleteCreatedFolder, deleteCreatedLore } from '../operations/undo-creations.ts'
import { storeAwaited } from '../storage/put-awaited.ts'
import { loadPlan, openParts, removePlan, type StoredPlan } from './stored-plan.ts'

const Importing = z.object({
  campaignId: uuid(),
  importId: uuid(),
  /** The folder that everything is imported into; null is the root of the campaign. */
  collectionId: uuid().nullable(),
  visibility: ImportVisibility,
})
export type Importing = z.infer<typeof Importing>

interface Deps {
  pool: pg.Pool
  files: Files
  quotas: Quotas
  untrusted: Pick<UntrustedInput, 'run'>
  requests: Pick<RequestCounter, 'waitUntilIdle'>
}

/** A running import. */
interface Import extends Importing {
  run: Run
  plan: StoredPlan
  blobOf: ReturnType<typeof openParts>
}

/**
 * Number of pages or pictures between two checks of the views. Other users' commands wait while a batch is projected,
 * so batches are small.
 */
const pagesAtOnce = 8
/** The share of time that this thread may work while an import runs. */
const busyShare = 0.6
/** Maximum delay of an import's command while requests of users are open, in milliseconds. */
const maxYieldMs = 50
/** Number of folders that are created in one append. */
const foldersAtOnce = 200
/** Timeout for the views to catch up, and the polling interval, in milliseconds. */
const [longestWait, betweenLooks] = [5_000, 25]
/** Maximum attempts with a busy parser. The nth retry waits for n times this number of milliseconds. */
const [mostAttempts, betweenAttempts] = [12, 500]

const visibilityOf = (
  { visibility }: Pick<Importing, 'visibility'>,
  { isPublished, isHidden = false }: Pick<PlannedPage, 'isPublished' | 'isHidden'>,
): Visibility => {
  if (isHidden) return 'DM'
  if (visibility !== 'PAGE') return visibility
  return isPublished ? 'CAMPAIGN' : 'DM'
}

/** Returns the visibility of the folder that everything is imported into. */
export const rootVisibility = (
  { pages }: Pick<StoredPlan, 'pages'>,
  given: Pick<Importing, 'visibility'>,
): Visibility => (pages.some((page) => visibilityOf(given, page) === 'CAMPAIGN') ? 'CAMPAIGN' : 'DM')

/**
 * Returns the folders that contain a page visible to the campaign, with their ancestors. The names of all others are
 * visible to DMs only.
 */
const openFolders = ({ plan, ...given }: Import): ReadonlySet<number> => {
  const open = new Set<number>()
  for (const page of plan.pages)
    if (visibilityOf(given, page) === 'CAMPAIGN')
      for (let at = page.folder; at !== null && !open.has(at); at = plan.folders[at]?.parent ?? null) open.add(at)
  return open
}

const createFolders = async (work: Import): Promise<void> => {
  const { run, plan, campaignId, collectionId } = work
  const open = openFolders(work)
  const of = { campaignId, userId: run.userId }
  const folders = plan.folders.map(({ id, parent, ...folder }, n) => ({
    ...of,
    collectionId: id,
    name: folder.name,
    parentCollectionId: parent === null ? collectionId : (plan.folders[parent]?.id ?? collectionId),
    visibility: open.has(n) ? ('CAMPAIGN' as const) : ('DM' as const),
  }))
  for (let from = 0; from < folders.length; from += foldersAtOnce) {
    const commands = folders
      .slice(from, from + foldersAtOnce)
      .map((data) => ({ type: 'CreateCollection' as const, data, item: data.collectionId }))
    await run.send(collections, campaignId, commands)
  }
}

/** Creates and settles a text in one append, which saves the jobs that settle texts written by users. */
const createText = async (
  { run, campaignId }: Import,
  conjurationId: string,
  { id: textId, ops, isForDms }: PlannedSection,
) => {
  const data = { conjurationId, campaignId, textId, userId: run.userId, fromRevision: null, ops: [...ops], by: [] }
  await run.send(texts, textId, [
    { type: 'BeginText', data, begins: true },
    ...(hasLetters(ops) ? [{ type: 'SettleText' as const, data: { textId, isListed: !isForDms } }] : []),
  ])
}

/** Creates a page after its texts were created and indexed, so that readers of the page find them. */
const createPage = async (pool: pg.Pool, work: Import, page: PlannedPage): Promise<void> => {
  const { run, plan, campaignId, collectionId, blobOf } = work
  const { id: conjurationId, name, tags, description } = page
  // An earlier attempt created it.
  if (run.done.has(conjurationId)) return
  const sections = JSON.parse(String(await blobOf(page.blob))) as PlannedSection[]
  await Promise.all(sections.map((section) => createText(work, conjurationId, section)))
  const written = sections.filter(({ ops }) => hasLetters(ops))
  await indexNewTexts(
    pool,
    written.map(({ id: textId, ops }) => ({ textId, conjurationId, ops: mended(ops) })),
  )
  const contents = sections.map(({ id, title, isForDms }, sortOrder): Command<typeof segmentCommands> => {
    const segment = { conjurationId, segmentId: id, type: 'STORY', title, sortOrder, isForDms } as const
    return { type: 'AddSegment', data: segment, item: id }
  })
  const data = {
    conjurationId,
    userId: run.userId,
    campaignId,
    name,
    tags,
    description,
    copyOf: null,
    collectionId: page.folder === null ? collectionId : (plan.folders[page.folder]?.id ?? collectionId),
    visibility: visibilityOf(work, page),
  }
  await run.send(conjurations, conjurationId, [{ type: 'CreateConjuration', data, begins: true }, ...contents])
}

/** Retries while the parser is busy with requests: a refused picture would be left out for good. */
const readPicture = async ({ untrusted }: Pick<Deps, 'untrusted'>, bytes: Buffer) => {
  const options = { maxBytes: importLimits.pictureBytes }
  for (let attempt = 1; ; attempt++) {
    try {
      return await untrusted.run('picture', { bytes, options })
    } catch (error) {
      const isBusy = error instanceof Rejection && error.code === 'busy'
      if (!isBusy || attempt >= mostAttempts) throw error
    }
    await delay(attempt * betweenAttempts)
  }
}

/**
 * Creates a picture. One that only sections for DMs show is private to the importer, since the page's gallery would
 * show it to all readers of the page.
 */
const createPicture = async (deps: Deps, work: Import, picture: PlannedPicture): Promise<void> => {
  const { run, plan } = work
  const { id: imageId, name } = picture
  const page = picture.page === null ? undefined : plan.pages[picture.page]
  if ((await run.stateOf(images, imageId)).status === 'none') {
    const upload = Buffer.from(await work.blobOf(picture.blob))
    const { value, bytes = upload } = await readPicture(deps, upload)
    const campaignId = page ? work.campaignId : null
    const { mime, width, height, hash } = value
    const key = `images/${imageId}/${hash}.${mime.slice('image/'.length)}`
    await storeAwaited(deps, `${images.category}-${imageId}`, { key, bytes, mime, campaignId, userId: run.userId })
    const file = { key, mime, width, height, size: bytes.length }
    const data = { imageId, userId: run.userId, campaignId, conjurationId: page?.id ?? null, name, file }
    await run.send(images, imageId, { type: 'UploadImage', data })
  }
  if (!page || page.primary === null || plan.pictures[page.primary]?.id !== imageId) return
  const data = { conjurationId: page.id, imageId }
  await run.send(conjurations, page.id, { type: 'SetPrimaryImage', data })
}

const createLink = async ({ run, plan, campaignId }: Import, { id, source, target, comment }: PlannedLink) => {
  const [sourceId, targetId] = [plan.pages[source]?.id, plan.pages[target]?.id]
  if (sourceId === undefined || targetId === undefined) return
  const ends = { userId: run.userId, campaignId, sourceId, targetId, reverseId: null }
  const data = { relationshipId: id, ...ends, comment }
  await run.send(relationships, id, { type: 'CreateRelationship', data, begins: true })
}

/**
 * Waits until the views show the created things: an import that ran ahead would enlarge the projector's batches, for
 * which other users wait.
 */
const waitForViews = async (pool: pg.Pool, ids: readonly string[]): Promise<void> => {
  const count = 'select count(*)::int as shown from access where id = any($1::uuid[])'
  for (let waited = 0; waited < longestWait; waited += betweenLooks) {
    const { rows } = await pool.query<{ shown: number }>(count, [ids])
    if ((rows[0]?.shown ?? 0) >= ids.length) return
    await delay(betweenLooks)
  }
}

const refusing = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (error instanceof ImageRejected || error instanceof InputRefused) throw new Rejection(error.code)
    throw error
  }
}

/** True for a page that is unchanged since its import, and for one that an earlier attempt of the undo deleted. */
const isUnchanged = async (pool: pg.Pool, run: Run, conjurationId: string): Promise<boolean> => {
  const { segments, deletedIn } = await run.stateOf(conjurations, conjurationId)
  if (deletedIn === run.operationId) return true
  const { rowCount } = await pool.query(
    `select from feed where stream = $1 and seq = 0 and "correlationId" <> $2 limit 1`,
    [`${conjurations.category}-${conjurationId}`, run.operationId],
  )
  if (rowCount !== 0) return false
  for (const textId of [conjurationId, ...segments.map(({ id }) => id)]) {
    const { exists, revision } = await run.stateOf(texts, textId)
    if (exists && revision > 0) return false
  }
  return true
}

/**
 * Ends an import whose plan no longer exists. If everything was imported, an earlier attempt removed the plan.
 * Otherwise the import's id is reported as skipped, since no plan lists the missing items.
 */
const endWithoutPlan = async (run: Run, importId: string): Promise<void> => {
  const { begun } = await run.stateOf(operations, run.operationId)
  if (run.done.size >= (begun?.total ?? 0)) return
  await run.each([importId], {
    async work() {
      throw new Rejection('import_not_found')
    },
  })
}

/** Returns the run with a `send` that yields to requests of users, which share this thread. */
const yieldingRun = (run: Run, requests: Deps['requests']): Run => {
  const turn = yieldTo(requests, maxYieldMs)
  return {
    ...run,
    async send(decider, streamId, command) {
      await turn()
      return run.send(decider, streamId, command)
    },
  }
}

/** Creates the pages, folders and pictures of a plan in a campaign, while its initiator may manage the campaign. */
export const importCampaign = (deps: Deps): Kind<Importing> => {
  const { pool, files } = deps

  const mayGoOn = async ({ run, campaignId }: Import) => can(await run.viewer(), 'manage', { campaignId })

  /** Creates items in batches. Once the initiator is no longer a DM, the remaining items are reported as skipped. */
  const inTurns = async <Item extends { id: string }>(
    work: Import,
    items: readonly Item[],
    create: (item: Item) => Promise<void>,
  ) => {
    const known = new Map(items.map((item) => [item.id, item]))
    const turn = paceWork(busyShare)
    let [earlier, latest]: [readonly string[], readonly string[]] = [[], []]
    await inPages(
      [...known.keys()],
      async (ids) => {
        const isAllowed = await mayGoOn(work)
        // One batch is appended while the one before it is projected.
        await waitForViews(
          pool,
          earlier.filter((id) => work.run.done.has(id)),
        )
        earlier = latest
        latest = ids
        return work.run.each(ids, {
          async work(id) {
            if (!isAllowed) throw new Rejection('only_dm')
            await turn()
            const item = known.get(id)
            if (item) await refusing(() => create(item))
          },
        })
      },
      pagesAtOnce,
    )
  }

  const undoPages = (run: Run, ids: readonly string[], retained: Set<string>) =>
    deleteCreatedLore(run, ids, async (conjurationId) => {
      if (await isUnchanged(pool, run, conjurationId)) return
      retained.add(conjurationId)
      throw new Rejection('changed_since')
    })

  const undoPicture = async (run: Run, imageId: string, retained: ReadonlySet<string>) => {
    const { conjurationId, userId } = await run.stateOf(images, imageId)
    const isShown = conjurationId !== null && retained.has(conjurationId)
    if (!isShown && userId === run.userId) await run.send(images, imageId, { type: 'DeleteImage', data: { imageId } })
  }

  return {
    arguments: Importing,
    async run(run, given) {
      const { importId, campaignId } = given
      const plan = await loadPlan(files, importId, { userId: run.userId, campaignId }).catch((error: unknown) => {
        if (error instanceof Rejection) return undefined
        throw error
      })
      if (!plan) return endWithoutPlan(run, importId)
      const work: Import = {
        ...given,
        run: yieldingRun(run, deps.requests),
        plan,
        blobOf: openParts(files, importId),
      }
      if (await mayGoOn(work)) await createFolders(work)
      await inTurns(work, plan.pages, (page) => createPage(pool, work, page))
      await inTurns(work, plan.pictures, (picture) => createPicture(deps, work, picture))
      await inTurns(work, plan.links ?? [], (link) => createLink(work, link))
      await removePlan(deps, importId, plan)
    },

    async undo(run, deeds) {
      const retained = new Set<string>()
      const deleted: string[] = []
      for await (const page of deeds(['ConjurationCreated'])) {
        const ids = page.map(({ item }) => item)
        await undoPages(run, ids, retained)
        deleted.push(...ids.filter((id) => !retained.has(id)))
      }
      for await (const page of deeds(['ImageUploaded']))
        for (const { item } of page) await undoPicture(run, item, retained)
      for await (const page of deeds(['CollectionCreated']))
        for (const { item: collectionId, stream } of page)
          await deleteCreatedFolder(pool, run, { campaignId: subjectOf(stream), collectionId, createdIds: deleted })
    },
  }
}
