import { channelOf, channelsFor, sharesChannel, type Thing, type Viewer, workFor } from './access.ts'
import { type CampaignRole, isDm, isOwner } from './roles.ts'
import type { TemplateVisibility } from './templates.ts'

/** A campaign as a whole; null is outside of all campaigns. */
interface Place {
  campaignId: string | null
}
/** Another member, with their role. */
interface Member extends Place {
  userId: string
  role: CampaignRole
}
/** A thing that a member shared with the campaign. */
interface Shared extends Place {
  ownerId: string
}

/** A connection between two things. */
interface Connection {
  ends: readonly Thing[]
}

/** A template, and whether its owner shares a campaign with the viewer. */
interface Offered {
  ownerId: string
  visibility: TemplateVisibility
  isShared: boolean
}

const roleIn = ({ roles }: Viewer, { campaignId }: Place) => (campaignId === null ? undefined : roles[campaignId])
const isDmThere = (viewer: Viewer, place: Place) => isDm(roleIn(viewer, place))
const ownsPlace = (viewer: Viewer, place: Place) => isOwner(roleIn(viewer, place))
const sees = (viewer: Viewer, { channels }: Pick<Thing, 'channels'>) => sharesChannel(channelsFor(viewer), channels)
const owns = (viewer: Viewer, thing: Thing) => sees(viewer, thing) && thing.ownerId === viewer.userId
const changes = (viewer: Viewer, thing: Thing) =>
  owns(viewer, thing) || (sees(viewer, thing) && isDmThere(viewer, thing))

/** Writing in lore, its segments and its texts. */
const writes = (viewer: Viewer, thing: Thing) =>
  changes(viewer, thing) || (thing.isOpen === true && sees(viewer, thing) && roleIn(viewer, thing) !== undefined)

/**
 * The access rules: one line for each ability, and the only place where roles and owners are compared. Each ability
 * presupposes visibility: users outside a campaign have no rights there, including on their own things.
 */
const abilities = {
  see: sees,
  edit: changes,
  write: writes,
  delete: changes,
  restore: changes,
  moveToCampaign: (viewer: Viewer, thing: Thing) =>
    owns(viewer, thing) || (sees(viewer, thing) && ownsPlace(viewer, thing)),
  /** Pictures. */
  seeInTrash: changes,
  retry: owns,
  /** Lore. */
  takeOut: owns,
  showPast: owns,
  readPast: owns,
  /** Returning lore that was moved away from this campaign. */
  returnLore: ownsPlace,
  /** Links between lore: rights on the start, and on the end. */
  linkFrom: writes,
  linkTo: sees,
  changeLink: (viewer: Viewer, { ends }: Connection) =>
    ends.every((end) => sees(viewer, end)) && ends.some((end) => writes(viewer, end)),
  /** Folders. */
  arrange: (viewer: Viewer, thing: Thing) => owns(viewer, thing) || (sees(viewer, thing) && ownsPlace(viewer, thing)),
  changeFolder: owns,
  deleteFolder: owns,
  restoreFolder: owns,

  /** Operations. */
  seeOperation: sees,
  undo: owns,

  /** Templates. */
  seeTemplate: ({ userId }: Viewer, { ownerId, visibility, isShared }: Offered) =>
    ownerId === userId || visibility === 'PUBLIC' || (visibility === 'SHARED' && isShared),
  changeTemplate: ({ userId }: Viewer, { ownerId }: Offered) => ownerId === userId,

  /** Campaigns. */
  enter: (viewer: Viewer, place: Place) => roleIn(viewer, place) !== undefined,
  leave: (viewer: Viewer, place: Place) => roleIn(viewer, place) !== undefined && !ownsPlace(viewer, place),
  manage: isDmThere,
  showMap: isDmThere,
  invite: isDmThere,
  deleteCampaign: ownsPlace,
  restoreCampaign: ownsPlace,
  changeRoles: ownsPlace,
  transfer: ownsPlace,
  removeMember: (viewer: Viewer, { role, ...place }: Member) =>
    place.userId !== viewer.userId && !isOwner(role) && (isDm(role) ? ownsPlace : isDmThere)(viewer, place),
  removeFile: (viewer: Viewer, file: Shared) =>
    isDmThere(viewer, file) || (roleIn(viewer, file) !== undefined && file.ownerId === viewer.userId),
}
export type Ability = keyof typeof abilities

/** True if the viewer has the ability on the thing. */
export const can = <A extends Ability>(
  viewer: Viewer,
  ability: A,
  thing: Parameters<(typeof abilities)[A]>[1],
): boolean => (abilities[ability] as (viewer: Viewer, thing: unknown) => boolean)(viewer, thing)

/** Each ability in one sentence, for the API's description. */
export const sentences: Record<Ability, string> = {
  see: 'Whoever shares a channel with it may see it: its owner, the DMs or the members of its campaign, or who sees what it follows.',
  edit: 'Its owner may, and the DMs of its campaign who may see it.',
  write:
    'Its owner may, and the DMs of its campaign who may see it; where one of them chose so, every member who may see it.',
  delete: 'Its owner may, and the DMs of its campaign who may see it.',
  restore: 'Its owner may, and the DMs of its campaign who may see it.',
  moveToCampaign: 'Its owner may, and the owner of its campaign who may see it.',
  seeInTrash: 'Its owner may, and the DMs of its campaign who may see it.',
  retry: 'Only the owner of the picture may: it costs their credits.',
  takeOut: 'Only the owner of the lore may: they alone would see it from then on.',
  showPast: 'Only the owner of the lore may.',
  readPast: 'Its owner may read all of its past; others what they have seen.',
  returnLore: 'The owner of the campaign that the lore was moved from may.',
  linkFrom: 'Whoever may write in the lore that it goes out from may.',
  linkTo: 'Who may see the lore that it leads to may.',
  changeLink: 'Whoever sees both ends and may write in one of them may.',
  arrange: "The folder's owner and the campaign's owner may.",
  changeFolder: 'Only the owner of the folder may.',
  deleteFolder: 'Only the owner of the folder may.',
  restoreFolder: 'Only the owner of the folder may.',
  seeOperation: 'Whoever began the operation may, and the DMs of its campaign.',
  undo: 'Only who began the operation may.',
  seeTemplate: 'Its owner may; of a shared one whoever is in a campaign with them; of a public one everyone here.',
  changeTemplate: 'Only the owner of the template may.',
  enter: 'Members of the campaign may.',
  leave: 'Every member but the owner may.',
  manage: 'DMs and the owner of the campaign may.',
  showMap: 'DMs and the owner of its campaign may.',
  invite: 'DMs and the owner of the campaign may.',
  deleteCampaign: 'The owner of the campaign may.',
  restoreCampaign: 'The owner of the campaign may.',
  changeRoles: 'The owner of the campaign may.',
  transfer: 'The owner of the campaign may.',
  removeMember: 'DMs may remove Players; the owner may remove DMs as well.',
  removeFile: 'Who added the file may, and the DMs of the campaign.',
}

/** A viewer with a role in one campaign; undefined is no role. */
export const viewerAs = (userId: string, campaignId: string | null, role: CampaignRole | undefined): Viewer => ({
  ...workFor(userId),
  roles: campaignId === null || role === undefined ? {} : { [campaignId]: role },
})

/** A thing that the viewer is known to see, for rules evaluated in the browser. */
export const asVisibleTo = ({ userId }: Viewer, thing: Omit<Thing, 'channels'>): Thing => ({
  ...thing,
  channels: [channelOf(userId)],
})
