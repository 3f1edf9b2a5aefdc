import type pg from 'pg'
import { campaignEvents } from '#domain/campaigns.ts'
import { operations } from '#domain/operations.ts'
import { maySeeStored } from '../commands/exports/see-export.ts'
import { removeExport } from '../commands/exports/stored-export.ts'
import { viewerOf } from '../http/policy.ts'
import type { Files } from '../providers/files.ts'
import { type Reaction, reactor } from './reactor.ts'

interface Deps {
  pool: pg.Pool
  files: Pick<Files, 'remove'>
}

/** Stored exports; null means those of every user. */
const stored = `select o.id, o."userId" from operations o join awaited_files a on a.key = 'exports/' || o.id || '.zip'
  where $1::uuid is null or o."userId" = $1`

/** Removes files of exports whose requester left the campaign, is no DM there any more, or whose campaign is deleted. */
export const removeExports = (deps: Deps) => {
  const remove = async (userId: string | null, { stateOf }: Reaction) => {
    const { rows } = await deps.pool.query<{ id: string; userId: string }>(stored, [userId])
    for (const { id, userId } of rows) {
      const { begun } = await stateOf(operations, id)
      if (begun && !maySeeStored(await viewerOf(deps.pool, userId), begun)) await removeExport(deps, id)
    }
  }
  return reactor(campaignEvents, {
    name: 'remove-exports',
    on: {
      MemberRemoved: ({ userId }, reaction) => remove(userId, reaction),
      MemberLeft: ({ userId }, reaction) => remove(userId, reaction),
      MemberRoleChanged: ({ userId }, reaction) => remove(userId, reaction),
      CampaignDeleted: (_deleted, reaction) => remove(null, reaction),
    },
  })
}
