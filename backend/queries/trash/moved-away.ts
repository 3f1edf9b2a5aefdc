import type { Viewer } from '#domain/access.ts'
import type { conjurationEvents } from '#domain/conjurations.ts'
import { can } from '#domain/rights.ts'
import { trashDays } from '#domain/trash.ts'
import { itemGone } from '#projections/feed.ts'
import type { Read } from '../../http/snapshot.ts'
import { visibleIn } from '../visible.ts'

const moved = 'ConjurationMovedToCampaign' satisfies keyof typeof conjurationEvents
const movesOf = (f: string) => `${f}.type = '${moved}' and ${f}.seq = 0`

/** Only the last move from the campaign counts. */
const isSuperseded = `exists (select from feed later where later.item = f.item and ${movesOf('later')} and later.position > f.position
  and later.data->>'fromCampaignId' = f.data->>'fromCampaignId' and not later.data ? 'isReturn')`
/** Excludes events of the given run, so that a repeated run continues with the lore that its earlier attempt returned. */
const isByAnotherRun = (f: string) => `(@runId::text is null or ${f}."correlationId" is distinct from @runId::text)`
/** The lore went back to this campaign, or to one that it was moved from before: it is no longer this campaign's. */
const isReturned = `exists (select from feed back where back.item = f.item and ${movesOf('back')} and back.position > f.position
  and back.data ? 'isReturn' and exists (select from feed first where first.item = f.item and ${movesOf('first')}
    and first.position <= f.position and first.data->>'fromCampaignId' = back.data->>'campaignId')
  and ${isByAnotherRun('back')})`
/** The lore was returned as a copy. */
const isReplaced = `exists (select from conjurations c join feed made on made.item = c.id::text and made.type = 'ConjurationCreated'
  join operations o on o.id::text = made."correlationId" and o.kind = 'return-conjurations'
  where c."copyOf" = l.id and c."campaignId" = @campaignId and made.position > f.position and ${isByAnotherRun('made')})`
/** The feed published the item's disappearance to the viewer. */
const wasSeen = `exists (select from feed gone where gone.position = f.position and gone.item = f.item and gone.type = '${itemGone}'
  and gone.channels && @channels)`
/** Excludes lore that was moved before the viewer joined, unless they may return lore, such as an owner who rejoined. */
const isKnown = `(@mayReturn::boolean or not exists (select from members m
  where m."campaignId" = @campaignId and m."userId" = @userId and m."joinedAt" > f.at))`

/**
 * Lore that was moved out of a campaign and can be returned, as rows of that campaign's Trash. It is listed under the
 * name that it had when it was moved: later names belong to another campaign.
 */
export const returnableItems = `
  select l.id, 'moved' as kind, coalesce(f.data->'words'->>'name', '') as name, @campaignId::uuid as "campaignId",
         f."correlationId"::uuid as "operationId", false as first, f.at as "deletedAt", f.metadata->>'actor' as "deletedBy",
         @mayReturn::boolean as "mayRestore", f.revision::int as revision, f.position::text as position
    from feed f join conjurations l on l.id = f.item::uuid and l."campaignId" is distinct from @campaignId::uuid
   where ${movesOf('f')} and f.data->>'fromCampaignId' = @campaignId::text and not f.data ? 'isReturn'
     and f.at > now() - interval '${trashDays} days' and (@operationId::uuid is null or f."correlationId" = @operationId::text)
     and ${wasSeen} and ${isKnown} and not ${isSuperseded} and not ${isReturned} and not ${isReplaced}`

/**
 * The parameters of `returnableItems`, in addition to those of `visibleIn`. With the id of an operation that returns
 * lore, lore that it has already returned still counts as returnable.
 */
export const returnableBy = (viewer: Viewer, campaignId: string, runId?: string) => ({
  mayReturn: can(viewer, 'returnLore', { campaignId }),
  runId: runId ?? null,
})

/** A move that can be reverted, with the revision and the log position of its event. */
export interface MovedAway {
  id: string
  revision: number
  position: string
  mayRestore: boolean
}

export const loadReturnable = (
  read: Read,
  of: { viewer: Viewer; campaignId: string; operationId: string; runId?: string },
) =>
  read<MovedAway>(`select id, revision, position, "mayRestore" from (${returnableItems}) m`, {
    ...visibleIn(of.viewer, of.campaignId),
    ...returnableBy(of.viewer, of.campaignId, of.runId),
    operationId: of.operationId,
  })
