import type pg from 'pg'
import type { Principal } from '#domain/access.ts'
import { can } from '#domain/rights.ts'
import { accessTo, viewerNow } from '../../http/policy.ts'

/** A viewer's right on a thing, which is also their right on its topic. */
export type Ability = 'see' | 'write'

/** Returns a principal's present right on a thing; undefined if they may not see it. Things in the Trash require the right to edit. */
export const abilityOn =
  (pool: pg.Pool) =>
  async (principal: Principal, thingId: string): Promise<Ability | undefined> => {
    const [viewer, access] = await Promise.all([viewerNow(pool, principal), accessTo(pool, thingId)])
    if (!access || !can(viewer, 'see', access)) return undefined
    if (access.inTrash && !can(viewer, 'edit', access)) return undefined
    return can(viewer, 'write', access) ? 'write' : 'see'
  }
