import type { EventType } from '../realtime/event-types.ts'

/** Events that add, remove or rename lore. */
export const loreNameEvents: readonly EventType[] = [
  'ConjurationCreated',
  'ConjurationCopied',
  'ConjurationRenamed',
  'ConjurationVersionRestored',
  'ConjurationDeleted',
  'ConjurationRestored',
  'ConjurationMovedToCampaign',
]

/** Events that add, remove, rename or tag lore. */
export const loreTagEvents: readonly EventType[] = [...loreNameEvents, 'ConjurationTagged']
