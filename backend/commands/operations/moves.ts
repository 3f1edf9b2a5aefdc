import type pg from 'pg'
import { z } from 'zod'
import { type Decider, Rejection, type Schemas } from '#domain/decider.ts'
import { subjectOf } from '#domain/metadata.ts'
import type { EventStore } from '#eventstore'
import type { Judge } from '../../http/bulk.ts'
import { uuid } from '../../http/uuid.ts'
import { statesAround } from '../state-before.ts'
import type { MoveInto } from '../storage/moves-in.ts'
import { type Deed, inPages, type Kind, type Run } from './perform.ts'
import { refuseStrangers, refusingReturns } from './refusing-returns.ts'

export interface MoveDeps {
  pool: pg.Pool
  store: Pick<EventStore, 'read'>
  moveInto: MoveInto
}

/** A kind of thing with files of its own, which moves between campaigns. */
interface Movable<C extends Schemas, E extends Schemas, State> {
  rules: Decider<C, E, State>
  /** The event of a move. */
  moved: string
  judge: Judge
  kind: 'image' | 'model'
  /** `campaignId` null is outside of all campaigns. */
  move(run: Run, id: string, campaignId: string | null): Promise<unknown>
  /** Restores further properties of the thing after its return, such as a picture's lore. */
  returned?(run: Run, id: string, before: State): Promise<void>
}

/** Moves things to another campaign; its undo takes each back to the campaign that it came from. */
export const movesOf = <C extends Schemas, E extends Schemas, State extends { campaignId: string | null }>(
  { pool, store, moveInto }: MoveDeps,
  { rules, moved, judge, kind, move, returned }: Movable<C, E, State>,
): Kind<{ ids: string[]; campaignId: string }> => {
  const takeBack = async (
    run: Run,
    { stream, revision }: Deed,
    refuseReturn: (id: string, from: string | null) => void,
  ) => {
    const id = subjectOf(stream)
    const { before, after, now } = await statesAround(store, rules, stream, revision)
    const { campaignId } = before
    refuseReturn(id, campaignId)
    // An earlier attempt may have moved it back.
    if (now.campaignId !== after.campaignId && now.campaignId !== campaignId) throw new Rejection('changed_since')
    await move(run, id, campaignId)
    await returned?.(run, id, before)
  }

  return {
    arguments: z.object({ ids: z.array(uuid()), campaignId: uuid() }),
    run: (run, { ids, campaignId }) =>
      inPages(ids, (page) =>
        moveInto(campaignId, { kind, ids: page }, async (useRoom) => {
          const viewer = await run.viewer()
          return run.each(page, {
            judge,
            async work(id) {
              refuseStrangers(viewer, campaignId)
              useRoom(id)
              await move(run, id, campaignId)
            },
          })
        }),
      ),
    async undo(run, deeds) {
      for await (const page of deeds([moved])) {
        const byId = new Map(page.map((deed) => [deed.item, deed]))
        const refuseReturn = await refusingReturns(run, pool, [...byId.keys()])
        const work = async (id: string) => {
          const deed = byId.get(id)
          if (deed) await takeBack(run, deed, refuseReturn)
        }
        await run.each([...byId.keys()], { work })
      }
    },
  }
}
