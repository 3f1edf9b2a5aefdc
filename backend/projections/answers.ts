import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { CampaignRole } from '#domain/roles.ts'
import { CampaignFileRow, CampaignRow, InvitationRow, MemberRow } from './campaigns.ts'
import { CollectionRow } from './collections.ts'
import { ConjurationRow } from './conjurations.ts'
import { listOf } from './list-of.ts'

/** Answers that combine rows with related values; the browser reads the same schemas. */

/** `role` is the viewer's in this campaign. */
export const CampaignListItem = CampaignRow.extend({ role: CampaignRole, memberCount: z.int() })
export type CampaignListItem = z.infer<typeof CampaignListItem>
export const CampaignList = listOf(CampaignListItem)
export type CampaignList = z.infer<typeof CampaignList>

export const Member = MemberRow.extend({ username: z.string() })
export type Member = z.infer<typeof Member>
export const MemberList = listOf(Member)
export type MemberList = z.infer<typeof MemberList>

export const CampaignDetail = CampaignRow.extend({
  role: CampaignRole,
  members: z.array(Member),
  files: z.array(z.object({ id: z.uuid() })),
  /** The campaign's vault, which is this installation's own: its recaps and transcripts are at `/campaigns/{id}/story-vault`. */
  storyVaultCampaignId: z.uuid(),
})
export type CampaignDetail = z.infer<typeof CampaignDetail>

/** A campaign's invitation as its DMs see it; `link` is the address of the page that the code opens. */
export const Invitation = InvitationRow.extend({
  code: z.string(),
  link: z.string(),
  createdByName: z.string(),
  state: z.enum(['open', 'expired', 'revoked']),
})
export type Invitation = z.infer<typeof Invitation>
export const InvitationList = listOf(Invitation)
export type InvitationList = z.infer<typeof InvitationList>

/** The campaign as shown to holders of an invitation code: its first five members, by name only. */
export const Invited = z.object({
  campaignId: z.uuid(),
  campaignName: z.string(),
  invitingEmail: z.string(),
  welcomeMessage: z.string(),
  memberCount: z.int(),
  members: z.array(z.object({ username: z.string(), role: CampaignRole })),
})
export type Invited = z.infer<typeof Invited>

/** A file of a campaign. Its bytes are at `/api/campaigns/:campaignId/files/:id/download`. */
export const CampaignFileItem = CampaignFileRow.extend({ addedByName: z.string() })
export type CampaignFileItem = z.infer<typeof CampaignFileItem>
export const CampaignFileList = listOf(CampaignFileItem)
export type CampaignFileList = z.infer<typeof CampaignFileList>

/**
 * A folder with its contents visible to the viewer; `containsConjuration` marks folders on the path to the requested
 * lore.
 */
export const CollectionListItem = CollectionRow.extend({
  childCount: z.int(),
  loreCount: z.int(),
  containsConjuration: z.boolean(),
})
export type CollectionListItem = z.infer<typeof CollectionListItem>

/** Lore in lists: `imageUri` is of its primary picture, `imageCount` of the pictures visible to the viewer. */
export const ConjurationItem = ConjurationRow.extend({
  username: z.string(),
  imageUri: z.string().nullable(),
  imageCount: z.int(),
  mayEdit: z.boolean(),
})
export type ConjurationItem = z.infer<typeof ConjurationItem>
export const ConjurationList = listOf(ConjurationItem)
export type ConjurationList = z.infer<typeof ConjurationList>

/** `more`: another page follows. */
export const ConjurationPage = ConjurationList.extend({ more: z.boolean() })

/** The contents of a folder or the root. `total` counts the lore. */
export const CollectionList = z.object({
  collections: z.array(CollectionListItem),
  conjurations: z.array(ConjurationItem),
  meta: z.object({ hasMore: z.boolean(), total: z.int() }),
})
export type CollectionList = z.infer<typeof CollectionList>

/**
 * Folders visible to the viewer, as a flat list; a folder with a hidden parent appears at the root. `parts` holds the
 * number of direct subfolders of each requested folder; null is the root. `hasMore`: a request without folder ids has
 * further pages.
 */
export const CollectionTree = z.object({
  data: z.array(CollectionListItem),
  parts: z.array(z.object({ parentId: z.uuid().nullable(), total: z.int() })),
  meta: z.object({ hasMore: z.boolean() }),
})
export type CollectionTree = z.infer<typeof CollectionTree>

/** Folders and their visible ancestors, as a flat list. */
export const CollectionPaths = z.object({ data: z.array(CollectionListItem) })

/** Folders whose name contains a text, in `found` best first; `data` includes their ancestors. */
export const CollectionSearch = CollectionPaths.extend({ found: z.array(z.uuid()) })
export type CollectionSearch = z.infer<typeof CollectionSearch>

/** The number of items in a folder and below it that are visible to the viewer. */
export const CollectionContents = z.object({ collections: z.int(), conjurations: z.int() })
export type CollectionContents = z.infer<typeof CollectionContents>

/** The number of lore items visible to the viewer in each folder, by the folder's id; empty folders are omitted. */
export const CollectionCounts = z.object({
  data: z.record(z.uuid(), z.int()),
  meta: z.object({ hasMore: z.boolean() }),
})

/** Best match first. */
export const ConjurationSearch = listOf(
  ConjurationItem.pick({
    id: true,
    name: true,
    imageUri: true,
    updatedAt: true,
    description: true,
    tags: true,
    collectionId: true,
    visibility: true,
    /** `passage`: an excerpt around the match, if one of the lore's texts matched. */
  }).extend({ passage: z.string().optional() }),
)
export type ConjurationSearch = z.infer<typeof ConjurationSearch>

/** A search result of any kind. `description` is empty if it has none. */
export const Found = z.object({
  kind: z.enum(['LORE', 'FOLDER', 'IMAGE', 'SESSION']),
  /** Set for pictures. */
  type: z.enum(['IMAGE', 'MAP']).optional(),
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  visibility: Visibility,
  imageUri: z.string().nullable(),
  updatedAt: z.string(),
})
export type Found = z.infer<typeof Found>
/** Best match first; the newest first where nothing was typed. */
export const Find = listOf(Found)

/** Suggestions for `@`: `id` is the lore's id with the prefix `lore_`. */
export const MentionSuggestions = z.object({
  data: z.array(
    z.object({ id: z.string(), name: z.string(), type: z.literal('lore'), imageUri: z.string().nullable() }),
  ),
})
export type MentionSuggestions = z.infer<typeof MentionSuggestions>

/** Most used first. */
export const TagList = listOf(z.object({ tag: z.string(), count: z.int() }))
export type TagList = z.infer<typeof TagList>

export const VisibilityOptions = z.object({ visibility: z.array(Visibility) })
export type VisibilityOptions = z.infer<typeof VisibilityOptions>
