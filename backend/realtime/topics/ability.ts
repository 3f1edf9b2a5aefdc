import type pg from 'pg'
import { can } from '#domain/rights.ts'
import { accessTo, viewerOf } from '../../http/policy.ts'

/** A viewer's ability on a thing, and so on its topic; undefined: they do not see it. */
export type Ability = 'see' | 'write'

/** As of now, by the rules of the feed. Items in the Trash are visible only to users who may restore them; unknown ids to no user. */
export const abilityOn =
  (pool: pg.Pool) =>
  async (userId: string, thingId: string, isInPerson: boolean): Promise<Ability | undefined> => {
    const [viewer, access] = await Promise.all([viewerOf(pool, userId, isInPerson), accessTo(pool, thingId)])
    if (!access || !can(viewer, 'see', access)) return undefined
    if (access.inTrash && !can(viewer, 'edit', access)) return undefined
    return can(viewer, 'write', access) ? 'write' : 'see'
  }
