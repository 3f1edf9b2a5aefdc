import type { Visibility } from '#domain/access.ts'
import type { conjurationEvents } from '#domain/conjurations.ts'
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

/** What somebody did, to stand behind their name. Several kinds of writing at one go are one. */
export const saidOf = (
  sitting: Pick<Sitting, 'types' | 'before' | 'after'>,
  folderName: (id: string) => string,
): string => {
  const [type, ...others] = sitting.types
  if (others.length > 0) return 'wrote'
  return deeds[type ?? '']?.(sitting, folderName) ?? 'changed it'
}
