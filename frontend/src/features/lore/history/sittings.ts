import type { LoreChange, LoreFields } from '#projections/answers.ts'

/** What one person changed at one go: a description that was saved ten times while it was written is one change to a reader. */
export interface Sitting {
  /** Of its last change, which names the version that it left. */
  revision: number
  at: string
  actorId: string
  actorName: string | null
  impersonatorName: string | null
  /** Types of its events, each once, the first first. */
  types: readonly string[]
  before: LoreFields
  after: LoreFields
  /** Every change in it, newest first. */
  changes: readonly LoreChange[]
}

const pauseMs = 15 * 60_000
const written = new Set(['ConjurationRenamed', 'ConjurationDescribed', 'ConjurationTagged'])

/** Whether two changes, the later first, belong to one sitting. */
const belong = (later: LoreChange, earlier: LoreChange): boolean =>
  written.has(later.type) &&
  written.has(earlier.type) &&
  later.actorId === earlier.actorId &&
  later.impersonatorName === earlier.impersonatorName &&
  Date.parse(later.at) - Date.parse(earlier.at) < pauseMs

/** Changes, newest first, gathered into sittings, newest first. */
export const sittings = (changes: readonly LoreChange[]): Sitting[] => {
  const groups: LoreChange[][] = []
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1)
    if (last && belong(last, change)) groups.at(-1)?.push(change)
    else groups.push([change])
  }
  return groups.map(sitting).filter(({ types, after }) => !types.every((type) => written.has(type)) || hasAny(after))
}

const hasAny = (fields: LoreFields) => Object.keys(fields).length > 0

const sitting = (changes: LoreChange[]): Sitting => {
  const [last] = changes as [LoreChange]
  const oldestFirst = changes.toReversed()
  const before: LoreFields = Object.assign({}, ...changes.map(({ previous }) => previous))
  const after: LoreFields = Object.assign({}, ...oldestFirst.map(({ fields }) => fields))
  const types = [...new Set(oldestFirst.map(({ type }) => type))]
  return { ...last, types, ...settled(before, after), changes }
}

/** Without what came back to what it was. */
const settled = (before: LoreFields, after: LoreFields) => {
  const differs = (field: string) => JSON.stringify(before[field as Field]) !== JSON.stringify(after[field as Field])
  const kept = (fields: LoreFields): LoreFields =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => differs(field)))
  return { before: kept(before), after: kept(after) }
}
type Field = keyof LoreFields

/** Whether a version can be gone back to: something that people write was changed then. */
export const isVersion = ({ types }: Pick<Sitting, 'types'>): boolean =>
  types.some((type) => written.has(type) || type === 'ConjurationCreated' || type === 'ConjurationVersionRestored')
