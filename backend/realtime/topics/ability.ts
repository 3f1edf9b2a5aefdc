import type pg from 'pg'
import { can } from '#domain/rights.ts'
import { accessTo, viewerOf } from '../../http/policy.ts'

/** What somebody may do with a thing, and so on its topic; undefined: they do not see it. */
export type Ability = 'see' | 'write'

/** As of now, by the rules of the feed. What lies in the Trash is seen by those alone who may bring it back; what is unknown by nobody. */
export const abilityOn =
  (pool: pg.Pool) =>
  async (userId: string, thingId: string, isInPerson: boolean): Promise<Ability | undefined> => {
    const [viewer, access] = await Promise.all([viewerOf(pool, userId, isInPerson), accessTo(pool, thingId)])
    if (!access || !can(viewer, 'see', access)) return undefined
    if (access.inTrash && !can(viewer, 'edit', access)) return undefined
    return can(viewer, 'write', access) ? 'write' : 'see'
  }
