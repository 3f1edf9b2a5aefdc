import type { Visibility } from '#domain/access.ts'
import type { conjurationEvents } from '#domain/conjurations.ts'
import type { imageEvents } from '#domain/images.ts'
import type { SegmentType } from '#domain/segment-words.ts'
import type { segmentEvents } from '#domain/segments.ts'
import type { ConjurationChange } from '#projections/conjuration-answers.ts'
import type { Sitting } from './sittings.ts'

const seen: Record<Visibility, string> = { PRIVATE: 'Private', DM: 'DM', CAMPAIGN: 'Campaign' }

type Say = (sitting: Pick<Sitting, 'before' | 'after'>, folderName: (id: string) => string) => string

const deeds: Record<string, Say> = {
  ConjurationCreated: () => 'created it',
  ConjurationRenamed: () => 'wrote the name',
  ConjurationDescribed: () => 'wrote the description',
  ConjurationTagged: () => 'changed the tags',
  ConjurationVisibilityChanged: ({ before, after }) =>
    [
      'changed who sees it',
      ...(before.visibility && after.visibility ? [`: ${seen[before.visibility]} → ${seen[after.visibility]}`] : []),
    ].join(''),
  ConjurationPastShown: () => 'let everybody read its earlier versions',
  ConjurationPastHidden: () => 'hid what was written before it was shown',
  ConjurationWritersChosen: () => 'changed who may write in it',
  ConjurationMoved: ({ after: { collectionId } }, folderName) =>
    collectionId ? `moved it to ${folderName(collectionId)}` : 'moved it out of its folder',
  ConjurationMovedToCampaign: () => 'moved it to another campaign',
  ConjurationPinned: () => 'pinned it to the top',
  ConjurationUnpinned: () => 'unpinned it',
  ConjurationPrimaryImageSet: () => 'chose its primary image',
  ConjurationVersionRestored: () => 'restored an earlier version',
  ConjurationDeleted: () => 'moved it to the Trash',
  ConjurationRestored: () => 'restored it from the Trash',
} satisfies Partial<Record<keyof typeof conjurationEvents, Say>>

const kinds: Record<SegmentType, string> = { STORY: 'text', RELATIONSHIPS: 'relationships', GALLERY: 'gallery' }

type SectionChange = Pick<ConjurationChange, 'type' | 'section'>
const sectionDeeds: Record<string, [before: string, after: string]> = {
  SegmentAdded: ['added the', ''],
  SegmentRetitled: ['retitled the', ''],
  SegmentMoved: ['moved the', ''],
  SegmentKeptForDms: ['showed the', ' to DMs only'],
  SegmentShown: ['showed the', ' to all who see this entry'],
  SegmentDeleted: ['deleted the', ''],
  SegmentRestored: ['restored the', ''],
} satisfies Partial<Record<keyof typeof segmentEvents, [string, string]>>

/** Describes a section's change, such as `deleted the text “The bells”`, in three parts: titles have their own text direction. */
export const sectionDeed = ({ type, section }: SectionChange): { before: string; titles: string[]; after: string } => {
  const [before, after] = sectionDeeds[type] ?? ['changed the', '']
  const { title = '', previousTitle, type: kind = 'STORY' } = section ?? {}
  const titles = previousTitle === undefined ? [title] : [previousTitle, title]
  return { before: `${before} ${kinds[kind]}`, titles, after }
}

const pictureDeeds: Record<string, string> = {
  ImageUploaded: 'uploaded the picture',
  ImageGenerated: 'generated the picture',
  ImageLinked: 'added the picture',
  ImageDeleted: 'deleted the picture',
  ImageRestored: 'restored the picture',
} satisfies Partial<Record<keyof typeof imageEvents, string>>

/** Describes a picture's change, such as `uploaded the picture`, to be followed by the picture's name. */
export const pictureDeed = ({ type }: Pick<ConjurationChange, 'type'>): string =>
  pictureDeeds[type] ?? 'changed the picture'

/** Describes a user's changes, to follow the user's name. Several types of changes in one sitting become `wrote`. */
export const describeChanges = (
  sitting: Pick<Sitting, 'types' | 'before' | 'after'>,
  folderName: (id: string) => string,
): string => {
  const [type, ...others] = sitting.types
  if (others.length > 0) return 'wrote'
  return deeds[type ?? '']?.(sitting, folderName) ?? 'changed it'
}
