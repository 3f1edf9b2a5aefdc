import { Rejection } from '#domain/decider.ts'
import { trashDays } from '#domain/trash.ts'
import { catchUp } from '../../http/catch-up.ts'
import type { Deps } from '../../http/deps.ts'
import { reading } from '../../http/snapshot.ts'
import { recentCopies } from '../../queries/storage/usage.ts'
import { derivedId } from '../ids.ts'
import { keyedMutex } from '../keyed-mutex.ts'
import { sampleCampaignOf } from './sample.ts'

type Counting = Pick<Deps, 'pool' | 'progress' | 'store' | 'quotas'>

const oneByOne = keyedMutex()
const copying = `select id from operations where "userId" = $1 and kind = 'copy-past' and "endedAt" is null`
const owned = `select count(*) as count from campaigns where "ownerId" = $1
    and ("deletedAt" is null or "deletedAt" > now() - interval '${trashDays} days') and id <> all($2::uuid[])`

/**
 * Counts the user's campaigns, without the sample campaign. A running copy counts once, whether or not its campaign
 * exists already.
 */
const countCampaigns = async ({ pool }: Counting, userId: string): Promise<number> => {
  const read = reading(pool)
  const copies = await read<{ id: string }>(copying, [userId])
  const uncounted = [...copies.map(({ id }) => derivedId(id, 'copy')), sampleCampaignOf(userId)]
  const [others] = await read<{ count: number }>(owned, [userId, uncounted])
  return copies.length + (others?.count ?? 0)
}

/**
 * Runs `work`, which gives the user a campaign, if they own fewer campaigns than the quota, including those in the
 * Trash. Throws `refusal` otherwise. Serialised per user.
 */
export const whileFewCampaigns = <T>(
  deps: Counting,
  userId: string,
  work: () => Promise<T>,
  refusal: 'too_many_campaigns' | 'new_owner_has_too_many_campaigns' = 'too_many_campaigns',
): Promise<T> =>
  oneByOne(userId, async () => {
    await catchUp(deps)
    const most = deps.quotas.campaigns
    if ((await countCampaigns(deps, userId)) >= most) throw new Rejection(refusal, { most })
    return work()
  })

/** Throws `too_many_copies` where this user began as many copies of campaigns in the last hour as they may. */
export const refuseManyCopies = async ({ pool, quotas }: Counting, userId: string): Promise<void> => {
  const [found] = await reading(pool)<{ count: number; seconds: number | null }>(recentCopies, [userId])
  const most = quotas.copiesPerHour
  if ((found?.count ?? 0) >= most) throw new Rejection('too_many_copies', { most, seconds: found?.seconds ?? 3_600 })
}
