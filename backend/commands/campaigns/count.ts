import { Rejection } from '#domain/decider.ts'
import { trashDays } from '#domain/trash.ts'
import { catchUp } from '../../http/catch-up.ts'
import type { Deps } from '../../http/deps.ts'
import { reading } from '../../http/snapshot.ts'
import { recentCopies } from '../../queries/storage/usage.ts'
import { keyedMutex } from '../keyed-mutex.ts'

type Counting = Pick<Deps, 'pool' | 'progress' | 'store' | 'quotas'>

const oneByOne = keyedMutex()
/** A copy that is being made counts as well. */
const owned = `select (select count(*) from campaigns where "ownerId" = $1
    and ("deletedAt" is null or "deletedAt" > now() - interval '${trashDays} days'))
  + (select count(*) from operations where "userId" = $1 and kind = 'copy-past' and "endedAt" is null) as count`

/**
 * Runs what makes a campaign of this user's, one after another, if they own fewer than they may, those in the Trash included. Throws the
 * refusal otherwise.
 */
export const whileFewCampaigns = <T>(
  deps: Counting,
  userId: string,
  work: () => Promise<T>,
  refusal: 'too_many_campaigns' | 'new_owner_has_too_many_campaigns' = 'too_many_campaigns',
): Promise<T> =>
  oneByOne(userId, async () => {
    await catchUp(deps)
    const [found] = await reading(deps.pool)<{ count: number }>(owned, [userId])
    const most = deps.quotas.campaigns
    if ((found?.count ?? 0) >= most) throw new Rejection(refusal, { most })
    return work()
  })

/** Throws `too_many_copies` where this user began as many copies of campaigns in the last hour as they may. */
export const refuseManyCopies = async ({ pool, quotas }: Counting, userId: string): Promise<void> => {
  const [found] = await reading(pool)<{ count: number; seconds: number | null }>(recentCopies, [userId])
  const most = quotas.copiesPerHour
  if ((found?.count ?? 0) >= most) throw new Rejection('too_many_copies', { most, seconds: found?.seconds ?? 3_600 })
}
