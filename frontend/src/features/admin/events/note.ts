import type { BadgeColour } from '../../../ui/Badge.tsx'

/** Fields whose value characterises an event in one word. */
const noteFields = ['status', 'reason', 'code', 'plan', 'role', 'source', 'attempt', 'how', 'method'] as const
const word = /^[A-Za-z_]{2,20}$/
const bad = new Set(['failed', 'refused', 'filtered', 'timed_out', 'cancelled', 'never_began'])

export interface Note {
  text: string
  colour: BadgeColour
}

/** Returns the word shown next to an event's type, such as the new plan or the reason of a release; undefined if there is none. */
export const noteOf = (data: unknown): Note | undefined => {
  if (typeof data !== 'object' || data === null) return undefined
  const fields = data as Record<string, unknown>
  for (const field of noteFields) {
    const value = fields[field]
    if (field === 'attempt' && typeof value === 'number' && value > 1)
      return { text: `attempt ${value}`, colour: 'copper' }
    if (typeof value === 'string' && word.test(value))
      return { text: value.replaceAll('_', ' '), colour: bad.has(value) ? 'copper' : 'walnut' }
  }
  return undefined
}
