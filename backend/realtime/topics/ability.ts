import type pg from 'pg'
import type { Principal } from '#domain/access.ts'
import { can } from '#domain/rights.ts'
import { accessTo, viewerNow } from '../../http/policy.ts'

/** A viewer's ability on a thing, and so on its topic; undefined: they do not see it. */
export type Ability = 'see' | 'write'

/** As of now, by the rules of the feed. Items in the Trash are visible only to users who may restore them; unknown ids to no user. */
export const abilityOn =
  (pool: pg.Pool) =>
  async (principal: Principal, thingId: string): Promise<Ability | undefined> => {
    const [viewer, access] = await Promise.all([viewerNow(pool, principal), accessTo(pool, thingId)])
    if (!access || !can(viewer, 'see', access)) return undefined
    if (access.inTrash && !can(viewer, 'edit', access)) return undefined
    return can(viewer, 'write', access) ? 'write' : 'see'
  }
