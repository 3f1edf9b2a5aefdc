import type { EventType } from '../realtime/event-types.ts'

/** Events that change which lore there is, or what it is called. */
export const namedLore: readonly EventType[] = [
  ...(['ConjurationCreated', 'ConjurationCopied', 'ConjurationRenamed', 'ConjurationVersionRestored'] as const),
  ...(['ConjurationDeleted', 'ConjurationRestored', 'ConjurationMovedToCampaign'] as const),
]

/** The same, and what it is tagged. */
export const taggedLore: readonly EventType[] = [...namedLore, 'ConjurationTagged']
