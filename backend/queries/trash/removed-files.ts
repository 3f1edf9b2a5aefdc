import { trashDays } from '#domain/trash.ts'

/** Removed files `f` of a campaign that somebody may bring back: their own, or as a DM all of them. Its values are `visibleTo`'s. */
export const restorableFile = `(f."deletedAt" > now() - interval '${trashDays} days'
  and (f."addedBy" = @userId or f."campaignId" = any(@dmOf::uuid[])))`
