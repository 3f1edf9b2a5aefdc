import type pg from 'pg'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { type Binned, binnedBy } from '../../queries/trash/routes.ts'
import { inPages, type Kind, type Run } from '../operations/perform.ts'
import type { TrashKind } from './kind.ts'

interface Deps {
  pool: pg.Pool
  kinds: readonly TrashKind[]
}

/** The things that one action moved to a campaign's Trash. */
interface Act {
  campaignId: string
  operationId: string
}

/** Returns the things of the action that the run's user sees in the Trash now, by id. */
const loadBinned = async (pool: pg.Pool, run: Run, of: Act): Promise<ReadonlyMap<string, Binned>> => {
  const found = await binnedBy(reading(pool), { viewer: await run.viewer(), ...of })
  return new Map(found.map((thing) => [thing.id, thing]))
}

const selectBinned = 'select from trash() x where x.id = $1::uuid and x."operationId" = $2::uuid'

/**
 * Processes things in pages, with the user's rights read for each page: a thing without the right `may` is refused. A
 * thing that has left the Trash since is left to the rules of its kind. Returns false once the operation must stop.
 */
const eachBinned = async (
  { pool, run, of }: { pool: pg.Pool; run: Run; of: Act },
  first: ReadonlyMap<string, Binned>,
  may: 'mayRestore' | 'mayPurge',
  work: (thing: Binned) => Promise<unknown>,
): Promise<boolean> => {
  let goesOn = true
  await inPages([...first.keys()], async (page) => {
    const now = await loadBinned(pool, run, of)
    const find = async (id: string) => {
      const thing = now.get(id)
      if (thing) return thing
      const { rowCount } = await pool.query(selectBinned, [id, of.operationId])
      return rowCount === 0 ? first.get(id) : undefined
    }
    goesOn = await run.each(page, {
      async work(id) {
        const thing = await find(id)
        if (!thing?.[may]) throw new Rejection('forbidden')
        await work(thing)
      },
    })
    return goesOn
  })
  return goesOn
}

const Restoring = z.object({ campaignId: uuid(), operationId: uuid() })

/** Restores the things that one action moved to the Trash, one by one. */
export const restoreFromTrash = ({ pool, kinds }: Deps): Kind<z.infer<typeof Restoring>> => ({
  arguments: Restoring,
  async run(run, of) {
    const restore = async (thing: Binned) => kinds.find(({ kind }) => kind === thing.kind)?.restore?.(run, thing, pool)
    await eachBinned({ pool, run, of }, await loadBinned(pool, run, of), 'mayRestore', restore)
  },
})

const Purging = z.object({ campaignId: uuid(), operationIds: z.array(uuid()) })

/** Permanently deletes the user's own things among those that these actions moved to the Trash, one by one. */
export const purgeFromTrash = ({ pool, kinds }: Deps): Kind<z.infer<typeof Purging>> => ({
  arguments: Purging,
  run: async (run, { campaignId, operationIds }) => {
    const purge = async (thing: Binned) => kinds.find(({ kind }) => kind === thing.kind)?.purge?.(run, thing)
    for (const operationId of operationIds) {
      const of = { campaignId, operationId }
      const found = await loadBinned(pool, run, of)
      const own = new Map([...found].filter(([, { mayPurge }]) => mayPurge))
      if (!(await eachBinned({ pool, run, of }, own, 'mayPurge', purge))) return
    }
  },
})
