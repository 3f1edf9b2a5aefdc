import { type Link, linkAfter, noLink } from '#projections/links.ts'
import type { Differences } from './differences.ts'

/**
 * Follows links from one to the next. One altered row is named, and does not make those after it look altered: what may come before a link is
 * both what the row before it says and what it should say.
 */
export const walk = (differences: Differences) => {
  let last = 0
  let before: Buffer[] = [noLink]
  const doubtful = new Map<number, Buffer[]>()
  const missing = (n: number) => differences.add({ kind: 'link', stream: null, revision: null, n })

  return {
    step({ n, stream, revision, hash, link }: Link) {
      if (n !== last + 1) {
        missing(last + 1)
        before = []
      }
      const expected = before.map((each) => linkAfter(each, hash))
      const follows = before.length === 0 || expected.some((each) => each.equals(link))
      if (!follows) {
        differences.add({ kind: 'link', stream, revision, n })
        doubtful.set(n, before)
      }
      before = follows ? [link] : [link, ...expected]
      last = n
    },
    /** An event with this hash fits the link, so that it is the row's own hash that was altered. */
    fits: ({ n, link }: Link, hash: Buffer): boolean =>
      doubtful.get(n)?.some((each) => linkAfter(each, hash).equals(link)) ?? false,
    /** Checks that the chain ends at its recorded end. */
    end({ length, link }: { length: number; link: Buffer }) {
      if (last !== length) missing(last + 1)
      else if (!before.some((each) => each.equals(link))) missing(length)
    },
    reached: () => ({ length: last, link: before[0] ?? noLink }),
  }
}
