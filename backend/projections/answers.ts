import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { ImageEdit, ImageEditing } from '#domain/image-edit-answers.ts'
import { ImageModel } from '#domain/image-models.ts'
import { CampaignRole } from '#domain/roles.ts'
import { SegmentType } from '#domain/segment-words.ts'
import { CampaignFileRow, CampaignRow, InvitationRow, MemberRow } from './campaigns.ts'
import { CollectionRow } from './collections.ts'
import { ConjurationRow } from './conjurations.ts'
import { CreditTransactionRow } from './credit-transactions.ts'
import { ImageRow } from './images.ts'
import { Sitting } from './text-answers.ts'

/** Answers that combine rows with related values; the browser reads the same schemas. */

const listOf = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), total: z.int() })

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

/** A line of the credit history, with the payment that a grant was bought by. `amount` is cents. */
export const CreditLine = CreditTransactionRow.extend({
  payment: z
    .object({ amount: z.int(), card: z.object({ brand: z.string(), last4: z.string() }).nullable() })
    .nullable(),
})
export type CreditLine = z.infer<typeof CreditLine>

/** Newest first. The balance is with what is held; `balanceThen` is what it was right after the first line of this page. */
export const CreditHistory = listOf(CreditLine).extend({
  balance: z.int(),
  held: z.int(),
  available: z.int(),
  /** Credits taken back after they were spent; the next grants settle them. */
  owed: z.int(),
  balanceThen: z.int(),
})
export type CreditHistory = z.infer<typeof CreditHistory>

export const ImageModelList = listOf(ImageModel)
export type ImageModelList = z.infer<typeof ImageModelList>

/** A picture in an answer; `primary` is true if it represents its lore. */
export const ImageItem = ImageRow.extend({ primary: z.boolean() })
export type ImageItem = z.infer<typeof ImageItem>

/** Newest first; `months` counts all months that have pictures, regardless of the requested month. */
export const Gallery = z.object({
  images: z.array(ImageItem),
  total: z.int(),
  months: z.array(z.object({ month: z.string(), count: z.int() })),
})
export type Gallery = z.infer<typeof Gallery>

/**
 * Editors of the picture additionally receive its edits: `edits` is the current branch, the original first. Other
 * viewers receive the current version.
 */
export const ImageDetail = ImageItem.extend({
  edits: z.array(
    z.object({ id: z.string(), uri: z.string(), ...ImageEdit.omit({ id: true, uri: true }).partial().shape }),
  ),
  ...ImageEditing.omit({ edits: true }).partial().shape,
  /** The same as `errorMessage`, under its other name. */
  error: z.string().nullable(),
  username: z.string(),
  imageModel: z.object({ id: z.uuid(), name: z.string(), description: z.string() }).nullable(),
})
export type ImageDetail = z.infer<typeof ImageDetail>

const named = z.object({ id: z.uuid(), name: z.string() })
/** Uses of a picture: its lore, galleries of lore, tokens cut from it, and battle maps. */
export const ImageUsage = z.object({
  conjuration: named.nullable(),
  campaign: named.nullable(),
  segments: z.array(named.extend({ conjurationId: z.uuid(), conjurationName: z.string() })),
  tokens: z.array(z.object({ id: z.uuid(), uri: z.string() })),
  maps: z.array(named),
})
export type ImageUsage = z.infer<typeof ImageUsage>

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

/** `more` says that another page follows. */
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

/**
 * `breadcrumbs` from the root down, as far as visible to the viewer; `copies` oldest first; `email` only of an author
 * without a name.
 */
export const ConjurationDetail = ConjurationItem.extend({
  email: z.string(),
  copies: z.array(z.object({ id: z.uuid() })),
  images: z.array(ImageItem),
  breadcrumbs: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type ConjurationDetail = z.infer<typeof ConjurationDetail>

/** The same as the API answers it: its node in the graph, and who wrote it, once more under the specification's names. */
export const ConjurationAnswer = ConjurationDetail.extend({
  nodeId: z.uuid(),
  user: z.object({ username: z.string(), email: z.string() }),
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
    /** `passage`: the words around what was found in one of its texts. */
  }).extend({ passage: z.string().optional() }),
)
export type ConjurationSearch = z.infer<typeof ConjurationSearch>

/** One thing that was looked for, whatever it is. `description` is empty where there is none. */
export const Found = z.object({
  kind: z.enum(['LORE', 'FOLDER', 'IMAGE']),
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

const ConjurationFields = z
  .object({
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    visibility: Visibility,
    collectionId: z.uuid().nullable(),
  })
  .partial()
export type ConjurationFields = z.infer<typeof ConjurationFields>

/** A section of lore that an event is about. */
const ChangedSection = z.object({
  id: z.uuid(),
  type: SegmentType,
  /** As it was called by the event where that names it, or is called now. */
  title: z.string(),
  previousTitle: z.string().optional(),
  /** The operation to restore, where the event deleted it, it is still deleted, and the reader may restore it. */
  restorable: z.uuid().optional(),
})
/** A picture of lore that an event is about, by its name of now. */
const ChangedPicture = z.object({ id: z.uuid(), name: z.string().nullable(), isDeleted: z.boolean() })
/** One sitting at a text; the description has no title. */
const ChangedText = Sitting.extend({
  id: z.uuid(),
  title: z.string().nullable(),
  /** Its versions can be read: it is not deleted. */
  isThere: z.boolean(),
})

/**
 * One change of lore: the fields it touched as they were after it and before it. `revision` names it for restoring. A change of a section has
 * `section`, one of a picture has `picture`, a sitting in a text has `text` and the text's revision; none of the three touches a field.
 */
export const ConjurationChange = z.object({
  revision: z.int(),
  /** In the log. */
  position: z.string(),
  at: z.string(),
  type: z.string(),
  actorId: z.string(),
  actorName: z.string().nullable(),
  impersonatorName: z.string().nullable(),
  /** True for the first entry of the history visible to the viewer: `fields` are complete. */
  begins: z.boolean().optional(),
  fields: ConjurationFields,
  previous: ConjurationFields,
  section: ChangedSection.optional(),
  picture: ChangedPicture.optional(),
  text: ChangedText.optional(),
})
export type ConjurationChange = z.infer<typeof ConjurationChange>

/** Newest first; `next` is the `before` of the page after this one, `current` the revision of the version that is on the page now. */
export const ConjurationHistory = z.object({
  data: z.array(ConjurationChange),
  next: z.string().nullable(),
  current: z.int(),
  /** True if readers may see versions from before they gained access. */
  isPastShown: z.boolean(),
})
export type ConjurationHistory = z.infer<typeof ConjurationHistory>

export const ImageList = listOf(ImageItem)
export type ImageList = z.infer<typeof ImageList>

/**
 * The things that one action deleted, or moved to another campaign (`moved`): `id` and `name` are of the folder or the
 * first item; `count` of all items visible to the viewer.
 */
export const TrashLine = z.object({
  operationId: z.uuid(),
  kind: z.enum(['folder', 'lore', 'segment', 'image', 'file', 'relationship', 'moved']),
  id: z.uuid(),
  name: z.string(),
  deletedAt: z.string(),
  deletedByName: z.string(),
  count: z.int(),
  mayRestore: z.boolean(),
  /** True if it includes files of the viewer's own, which they may delete forever. */
  mayPurge: z.boolean(),
})
export type TrashLine = z.infer<typeof TrashLine>
export const Trash = listOf(TrashLine)
export type Trash = z.infer<typeof Trash>
