import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { CampaignRole } from '#domain/campaigns.ts'
import { ImageModel } from '#domain/image-models.ts'
import { CampaignFileRow, CampaignRow, InvitationRow, MemberRow } from './campaigns.ts'
import { CollectionRow } from './collections.ts'
import { ConjurationRow } from './conjurations.ts'
import { CreditTransactionRow } from './credit-transactions.ts'
import { ImageRow } from './images.ts'

/** Answers that are rows with what stands beside them; the browser reads the same schemas. */

const listOf = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), total: z.int() })

/** `role` is the asker's in this campaign. */
export const CampaignListItem = CampaignRow.extend({ role: CampaignRole, memberCount: z.int() })
export type CampaignListItem = z.infer<typeof CampaignListItem>
export const CampaignList = listOf(CampaignListItem)
export type CampaignList = z.infer<typeof CampaignList>

export const Member = MemberRow.extend({ username: z.string() })
export type Member = z.infer<typeof Member>
export const MemberList = listOf(Member)
export type MemberList = z.infer<typeof MemberList>

export const CampaignDetail = CampaignRow.extend({ role: CampaignRole, members: z.array(Member) })
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

/** What whoever has an invitation's code sees of the campaign: the first five of its members, by name only. */
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

export const CreditHistory = listOf(CreditTransactionRow).extend({ balance: z.int() })
export type CreditHistory = z.infer<typeof CreditHistory>

export const ImageModelList = listOf(ImageModel)
export type ImageModelList = z.infer<typeof ImageModelList>

/** Newest first; `months` counts every month that has pictures, whichever month is asked for. */
export const Gallery = z.object({
  images: z.array(ImageRow),
  total: z.int(),
  months: z.array(z.object({ month: z.string(), count: z.int() })),
})
export type Gallery = z.infer<typeof Gallery>

export const ImageDetail = ImageRow.extend({
  username: z.string(),
  imageModel: z.object({ id: z.uuid(), name: z.string(), description: z.string() }).nullable(),
})
export type ImageDetail = z.infer<typeof ImageDetail>

const named = z.object({ id: z.uuid(), name: z.string() }).nullable()
export const ImageUsage = z.object({ conjuration: named, campaign: named })
export type ImageUsage = z.infer<typeof ImageUsage>

/** A folder with what the asker sees in it; `containsConjuration` says that it is on the path to the lore that was asked for. */
export const CollectionListItem = CollectionRow.extend({
  childCount: z.int(),
  loreCount: z.int(),
  containsConjuration: z.boolean(),
})
export type CollectionListItem = z.infer<typeof CollectionListItem>

/** Lore as lists show it: `imageUri` is its primary picture's, `imageCount` of those the asker sees. */
export const LoreItem = ConjurationRow.extend({
  username: z.string(),
  imageUri: z.string().nullable(),
  imageCount: z.int(),
  mayEdit: z.boolean(),
})
export type LoreItem = z.infer<typeof LoreItem>
export const LoreList = listOf(LoreItem)
export type LoreList = z.infer<typeof LoreList>

/** What hangs in a folder, or at the root. `total` counts the lore. */
export const CollectionList = z.object({
  collections: z.array(CollectionListItem),
  conjurations: z.array(LoreItem),
  meta: z.object({ hasMore: z.boolean(), total: z.int() }),
})
export type CollectionList = z.infer<typeof CollectionList>

/** Every folder that the asker sees, flat; one whose parent is not among them hangs at the root. */
export const CollectionTree = z.object({ data: z.array(CollectionRow) })
export type CollectionTree = z.infer<typeof CollectionTree>

/** How much lore the asker sees in each folder, by the folder's id; folders without any are left out. */
export const CollectionCounts = z.object({ data: z.record(z.uuid(), z.int()) })
export type CollectionCounts = z.infer<typeof CollectionCounts>

/** `breadcrumbs` from the root down, as far as the asker sees; `copies` oldest first; `email` only of who has no name. */
export const LoreDetail = LoreItem.extend({
  email: z.string(),
  copies: z.array(z.object({ id: z.uuid() })),
  images: z.array(ImageRow),
  breadcrumbs: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type LoreDetail = z.infer<typeof LoreDetail>

/** Best match first. */
export const LoreSearch = listOf(
  LoreItem.pick({
    id: true,
    name: true,
    imageUri: true,
    updatedAt: true,
    description: true,
    tags: true,
    collectionId: true,
    visibility: true,
  }),
)
export type LoreSearch = z.infer<typeof LoreSearch>

/** What `@` offers: `id` is the lore's behind `lore_`. */
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

const LoreFields = z
  .object({
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    visibility: Visibility,
    collectionId: z.uuid().nullable(),
  })
  .partial()
export type LoreFields = z.infer<typeof LoreFields>

/** One change of lore: the fields it touched as they were after it and before it. `revision` names it for restoring. */
export const LoreChange = z.object({
  revision: z.int(),
  at: z.string(),
  type: z.string(),
  actorId: z.string(),
  actorName: z.string().nullable(),
  impersonatorName: z.string().nullable(),
  fields: LoreFields,
  previous: LoreFields,
})
export type LoreChange = z.infer<typeof LoreChange>

/** Newest first; `next` is the `before` of the page after this one. */
export const LoreHistory = z.object({ data: z.array(LoreChange), next: z.int().nullable() })
export type LoreHistory = z.infer<typeof LoreHistory>

export const ImageList = listOf(ImageRow)
export type ImageList = z.infer<typeof ImageList>

/** What one act deleted: `id` and `name` are of the folder, or of the first item; `count` of all in it that the asker sees. */
export const TrashLine = z.object({
  operationId: z.uuid(),
  kind: z.enum(['folder', 'lore', 'image', 'file']),
  id: z.uuid(),
  name: z.string(),
  deletedAt: z.string(),
  deletedByName: z.string(),
  count: z.int(),
  mayRestore: z.boolean(),
})
export type TrashLine = z.infer<typeof TrashLine>
export const Trash = listOf(TrashLine)
export type Trash = z.infer<typeof Trash>
