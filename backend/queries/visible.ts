import { channelsFor, type Viewer, type Visibility } from '#domain/access.ts'
import { can } from '#domain/rights.ts'

/**
 * `can(…, 'see', …)` in SQL, for a query that has `access`, folders or lore by this name: viewers see the things with
 * which they share a channel. Its values are those of `visibleTo`. A test compares both rules.
 */
export const visibleAs = (a: string) => `${a}.channels && @channels`
export const visible = visibleAs('a')

/** Selects the id in a column under the name `name`; null if the viewer does not see the thing with this id. */
export const asSeen = (column: string, name: string) =>
  `(select f.id from access f where f.id = ${column} and ${visibleAs('f')}) as "${name}"`

/** `can(…, 'edit', …)` in SQL, with the same values. */
export const editableAs = (a: string) =>
  `(${visibleAs(a)} and (${a}."ownerId" = @userId or ${a}."campaignId" = any(@dmOf::uuid[])))`
export const editable = editableAs('a')

/** True for a campaign that is a copy: its items must not offer actions that `commands/copies.ts` would refuse. */
export const isCopy = (campaignId: string) =>
  `exists (select from campaigns k where k.id = ${campaignId} and k."asOf" is not null)`

/**
 * The inverse of `visible`, by an index: items of `@campaignId` that the viewer does not see. These are few where most items are
 * visible to all members, so counts exclude them instead of checking `access` for each item.
 */
export const unseen = `select a.id from access a where a."campaignId" = @campaignId and a.visibility = any(@narrower::text[])
  and not ${visible}`

/** Folders of `@campaignId` that the viewer does not see, including those in the Trash. */
export const unseenCollections = `select f.id from collections f where f."campaignId" = @campaignId and f.visibility = any(@narrower::text[])
  and not ${visibleAs('f')}`

/**
 * Visibility within a campaign, for counting: compares channels only for visibilities that may be hidden from the
 * viewer.
 */
export const visibleThere = (a: string) => `(${a}.visibility <> all(@narrower::text[]) or ${visibleAs(a)})`

export interface VisibleTo {
  [name: string]: unknown
  userId: string
  channels: readonly string[]
  dmOf: string[]
}

/** Returns a viewer's values for `visible` and `editable`. */
export const visibleTo = (viewer: Viewer): VisibleTo => ({
  userId: viewer.userId,
  channels: channelsFor(viewer),
  dmOf: Object.keys(viewer.roles).filter((campaignId) => can(viewer, 'manage', { campaignId })),
})

/** Returns a viewer's values within one campaign, so that few channels are compared; includes those for `unseen`. */
export const visibleIn = (viewer: Viewer, campaignId: string): VisibleTo & { campaignId: string } => {
  const role = viewer.roles[campaignId]
  const roles = role === undefined ? {} : { [campaignId]: role }
  return { ...visibleTo({ ...viewer, roles }), campaignId, narrower: narrower(viewer, campaignId) }
}

/** The visibilities that may be hidden from the viewer in a campaign; items with any other are visible to them. */
const narrower = (viewer: Viewer, campaignId: string): Visibility[] => {
  if (!can(viewer, 'enter', { campaignId })) return ['PRIVATE', 'DM', 'CAMPAIGN']
  return can(viewer, 'manage', { campaignId }) ? ['PRIVATE'] : ['PRIVATE', 'DM']
}
