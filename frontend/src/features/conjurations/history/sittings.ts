import type { ConjurationChange, ConjurationFields } from '#projections/conjuration-answers.ts'

/**
 * The changes of one user in one sitting: a description that was saved ten times while it was written is one change to
 * a reader.
 */
export interface Sitting {
  /** Revision of its last change, which names the resulting version. */
  revision: number
  at: string
  actorId: string
  actorName: string | null
  impersonatorName: string | null
  /** Distinct types of its events, in order of first occurrence. */
  types: readonly string[]
  before: ConjurationFields
  after: ConjurationFields
  /** Every change in it, newest first. */
  changes: readonly ConjurationChange[]
}

export const pauseMs = 15 * 60_000
const written = new Set(['ConjurationRenamed', 'ConjurationDescribed', 'ConjurationTagged'])

/** Returns true if two changes, the later first, belong to one sitting. */
const belong = (later: ConjurationChange, earlier: ConjurationChange): boolean =>
  written.has(later.type) &&
  written.has(earlier.type) &&
  later.actorId === earlier.actorId &&
  later.impersonatorName === earlier.impersonatorName &&
  Date.parse(later.at) - Date.parse(earlier.at) < pauseMs

/** Groups changes into sittings, both newest first. Omits sittings whose edits cancelled each other out. */
export const sittings = (changes: readonly ConjurationChange[]): Sitting[] => {
  const groups: ConjurationChange[][] = []
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1)
    if (last && belong(last, change)) groups.at(-1)?.push(change)
    else groups.push([change])
  }
  return groups.map(sitting).filter(({ types, after }) => !types.every((type) => written.has(type)) || hasAny(after))
}

const hasAny = (fields: ConjurationFields) => Object.keys(fields).length > 0

const sitting = (changes: ConjurationChange[]): Sitting => {
  const [last] = changes as [ConjurationChange]
  const oldestFirst = changes.toReversed()
  const before: ConjurationFields = Object.assign({}, ...changes.map(({ previous }) => previous))
  const after: ConjurationFields = Object.assign({}, ...oldestFirst.map(({ fields }) => fields))
  const types = [...new Set(oldestFirst.map(({ type }) => type))]
  return { ...last, types, ...settled(before, after), changes }
}

/** Omits fields that returned to their initial value. */
const settled = (before: ConjurationFields, after: ConjurationFields) => {
  const differs = (field: string) => JSON.stringify(before[field as Field]) !== JSON.stringify(after[field as Field])
  const changedOnly = (fields: ConjurationFields): ConjurationFields =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => differs(field)))
  return { before: changedOnly(before), after: changedOnly(after) }
}
type Field = keyof ConjurationFields

/**
 * Returns true if a sitting results in a version that can be restored: it changed written fields, created the lore,
 * restored a version, or is the first one that the viewer may see.
 */
export const isVersion = ({ types, changes }: Pick<Sitting, 'types' | 'changes'>): boolean =>
  changes.at(-1)?.begins === true ||
  types.some((type) => written.has(type) || type === 'ConjurationCreated' || type === 'ConjurationVersionRestored')
