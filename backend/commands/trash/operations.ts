import type pg from 'pg'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { binnedBy } from '../../queries/trash/routes.ts'
import type { Kind } from '../operations/perform.ts'
import type { TrashKind } from './kind.ts'

const Restoring = z.object({ campaignId: uuid(), operationId: uuid() })

interface Deps {
  pool: pg.Pool
  kinds: readonly TrashKind[]
}

/** Brings back what one act put into the Trash, one by one. */
export const restoreFromTrash = ({ pool, kinds }: Deps): Kind<z.infer<typeof Restoring>> => ({
  arguments: Restoring,
  async run(run, { campaignId, operationId }) {
    const found = await binnedBy(reading(pool), { viewer: await run.viewer(), campaignId, operationId })
    const things = new Map(found.map((thing) => [thing.id, thing]))
    await run.each([...things.keys()], {
      async work(id) {
        const thing = things.get(id)
        if (!thing?.mayRestore) throw new Rejection('forbidden')
        await kinds.find(({ kind }) => kind === thing.kind)?.restore?.(run, thing, pool)
      },
    })
  },
})

const Purging = z.object({ campaignId: uuid(), operationIds: z.array(uuid()) })

/** Deletes forever what belongs to the user of what these acts put into the Trash, one by one. */
export const purgeFromTrash = ({ pool, kinds }: Deps): Kind<z.infer<typeof Purging>> => ({
  arguments: Purging,
  run: async (run, { campaignId, operationIds }) => {
    for (const operationId of operationIds) {
      const found = await binnedBy(reading(pool), { viewer: await run.viewer(), campaignId, operationId })
      const things = new Map(found.filter(({ mayPurge }) => mayPurge).map((thing) => [thing.id, thing]))
      const goesOn = await run.each([...things.keys()], {
        async work(id) {
          const thing = things.get(id)
          if (thing) await kinds.find(({ kind }) => kind === thing.kind)?.purge?.(run, thing)
        },
      })
      if (!goesOn) return
    }
  },
})
