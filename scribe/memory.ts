import { hash32, type Random } from './random.ts'
import { stem } from './theme.ts'

/**
 * Tracks used sentences and words, of this and earlier texts, by marks: sentences never repeat, other choices as late
 * as possible.
 */
export interface Memory {
  /** Returns true if none of these sentences was used before, and marks them as used. */
  isNew(text: string): boolean
  /** Picks one of these: unused ones before used ones, those of the theme before the others. */
  pick<T extends string>(from: readonly T[]): T
  /** Returns those that were never used in the campaign. */
  fresh(from: readonly string[]): string[]
  /** True if `text` was used in this piece. */
  isUsed(text: string): boolean
  /** Marks of this piece. */
  marks(): string[]
}

const markOf = (text: string): string => hash32(text).toString(36)

export const memoryOf = (random: Random, earlier: Iterable<string>, theme: ReadonlySet<string>): Memory => {
  const before = new Set(earlier)
  const now = new Set<string>()

  const weight = (text: string) => {
    const hits = text.split(/[^\p{L}]+/u).filter((word) => word.length > 3 && theme.has(stem(word))).length
    return 1 + 4 * Math.min(3, hits)
  }

  const weighted = <T extends string>(from: readonly T[]): T => {
    const weights = from.map(weight)
    const goal = random() * weights.reduce((sum, each) => sum + each, 0)
    let sum = 0
    const chosen = weights.findIndex((each) => {
      sum += each
      return sum > goal
    })
    return from[chosen < 0 ? from.length - 1 : chosen] as T
  }

  return {
    isNew(text) {
      const marks = text.split(/(?<=[.!?]["”]?)\s+/).map((each) => `s${markOf(each.toLowerCase())}`)
      if (marks.some((mark) => before.has(mark) || now.has(mark))) return false
      for (const mark of marks) now.add(mark)
      return true
    },
    pick(from) {
      const notNow = from.filter((each) => !now.has(markOf(each)))
      const never = notNow.filter((each) => !before.has(markOf(each)))
      const chosen = weighted(never.length > 0 ? never : notNow.length > 0 ? notNow : from)
      now.add(markOf(chosen))
      return chosen
    },
    fresh: (from) => from.filter((each) => !before.has(markOf(each)) && !now.has(markOf(each))),
    isUsed: (text) => now.has(markOf(text)),
    marks: () => [...now],
  }
}
