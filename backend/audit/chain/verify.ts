import type { ChainResult, SignedHead } from '#domain/audit-chain.ts'
import type { RecordedEvent } from '#eventstore'
import { type Link, linkAfter, noLink } from '#projections/links.ts'
import { consumeAlternately } from './consume-alternately.ts'
import type { Differences } from './differences.ts'
import { type ChainDifference, differencesFound } from './differences.ts'
import { createHeadComparison, type HeadVerdict } from './heads-beside.ts'
import { createLinkMatcher } from './link-matcher.ts'
import type { Trusted } from './trusted.ts'

/**
 * Follows the links from one to the next. Both the stored link of a row and its expected link are accepted as the
 * predecessor of the next row, so that one altered row is reported without making the following rows look altered.
 */
const walk = (differences: Differences) => {
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
    /** Returns true if the link was computed from this event hash: then only the hash in the link's row was altered. */
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

export interface Verdict {
  result: ChainResult
  /** Number of links; `verified` is the number of events that match their links. */
  length: number
  verified: number
  /** The last link, as hexadecimal digits. */
  head: string
  /** Set if the log ends before the chain: the first link without its event, and the number of such links. */
  truncated: { from: number; stream: string; revision: number; missing: number } | null
  /** Number of differences, and the first hundred. */
  differing: number
  differences: ChainDifference[]
  /** Number of the last link up to which a signed head proves all events unchanged: before the first difference. */
  provenThrough: number
  /** The longest matching head within `provenThrough`; null if there is none. */
  provenTo: SignedHead | null
  heads: HeadVerdict[]
}

export interface Chain {
  /** The last link, as recorded in the chain's state. */
  length: number
  link: Buffer
  /** The links in order of their numbers. */
  links: AsyncIterable<readonly Link[]>
  /** Events of audited streams up to the end of the chain, in any order; log order needs the least memory. */
  events: AsyncIterable<readonly RecordedEvent[]>
  heads: readonly SignedHead[]
  trusted: Trusted
}

/** Reads and hashes every event, follows every link, and compares events with links, and the chain with its signed heads. */
export const verify = async ({ length, link, links, events, heads, trusted }: Chain): Promise<Verdict> => {
  const differences = differencesFound()
  const walked = walk(differences)
  const paired = createLinkMatcher(differences, walked.fits)
  const signed = createHeadComparison(heads, trusted, differences)
  await consumeAlternately(links, events, {
    left(each) {
      walked.step(each)
      signed.pass(each)
      paired.link(each)
    },
    right: paired.event,
  })
  walked.end({ length, link })
  const truncated = paired.end(length)
  const { verdicts, matching, foreignFrom } = signed.end()
  const differing = differences.count()
  // Only heads before the first altered or missing link, and before any head of another chain, prove anything.
  const isOne = Math.min(foreignFrom, differences.first('link'))
  const [newest] = matching.filter((head) => head.length < isOne)
  const firstWrong = Math.min(differences.first('altered', 'removed'), truncated?.from ?? Number.POSITIVE_INFINITY)
  const provenThrough = Math.min(newest?.length ?? 0, firstWrong - 1)
  const provenTo = matching.find((head) => head.length <= provenThrough) ?? null
  return {
    result: resultOf(differing, truncated !== null, provenTo !== null),
    length,
    verified: paired.verified(),
    head: link.toString('hex'),
    truncated,
    differing,
    differences: differences.named(),
    provenThrough,
    provenTo,
    heads: verdicts,
  }
}

const resultOf = (differing: number, isTruncated: boolean, isSigned: boolean): ChainResult => {
  if (differing > 0) return 'altered'
  if (isTruncated) return 'truncated'
  return isSigned ? 'proven' : 'consistent'
}
