import { Rejection } from '#domain/decider.ts'
import { may } from '#domain/entitlements.ts'
import type { Read } from '../../http/snapshot.ts'
import { accountOf, entitlementsFromRow } from '../../queries/users/standing.ts'

/** Throws `nsfw_not_allowed` without the plan for it, and `nsfw_switched_off` where the account's own setting is off. */
export async function refuseNsfw(read: Read, userId: string): Promise<void> {
  const account = await accountOf(read, userId)
  if (!may(entitlementsFromRow(account), 'nsfw', account.now)) throw new Rejection('nsfw_not_allowed')
  if (!account.allowNSFW) throw new Rejection('nsfw_switched_off')
}
