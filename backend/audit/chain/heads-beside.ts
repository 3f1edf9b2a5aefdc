import type { SignedHead } from '#domain/audit-chain.ts'
import { type Link, noLink } from '#projections/links.ts'
import type { Differences } from './differences.ts'
import { isValidSignature } from './signed.ts'
import type { Trusted } from './trusted.ts'

/**
 * `unknown_key`: the key is not trusted, so the head proves nothing. `differs`: a trusted key signed a head of another
 * chain, or of a longer one.
 */
export interface HeadVerdict {
  length: number
  at: string
  key: string
  result: 'matches' | 'differs' | 'unknown_key' | 'bad_signature'
}

/** Compares the links of a chain, as they are read, with signed heads. */
export const createHeadComparison = (heads: readonly SignedHead[], trusted: Trusted, differences: Differences) => {
  const judged = heads.map((head) => ({ head, result: signatureOf(head, trusted) }))
  const byLength = Map.groupBy(judged, ({ head }) => head.length)
  const compare = (length: number, link: Buffer) => {
    const hex = link.toString('hex')
    for (const one of byLength.get(length) ?? [])
      if (one.result === 'differs' && one.head.link === hex) one.result = 'matches'
  }
  compare(0, noLink)
  return {
    pass({ n, link }: Link) {
      if (byLength.has(n)) compare(n, link)
    },
    end() {
      for (const { head, result } of judged)
        if (result === 'differs' || result === 'bad_signature')
          differences.add({ kind: 'head', stream: null, revision: null, n: head.length })
      const matching = judged.filter(({ result }) => result === 'matches').map(({ head }) => head)
      const foreign = judged.filter(({ result }) => result === 'differs').map(({ head }) => head.length)
      return {
        verdicts: judged.map(({ head: { length, at, key }, result }): HeadVerdict => ({ length, at, key, result })),
        /** Heads of this chain, longest first. `foreignFrom`: length of the shortest head of another chain, or Infinity. */
        matching: matching.sort((a, b) => b.length - a.length || b.at.localeCompare(a.at)),
        foreignFrom: Math.min(...foreign, Number.POSITIVE_INFINITY),
      }
    },
  }
}

/** Verifies a head's signature. A validly signed head counts as `differs` until a matching link is read. */
const signatureOf = ({ signature, ...said }: SignedHead, trusted: Trusted): HeadVerdict['result'] => {
  const key = trusted.get(said.key)
  if (!key) return 'unknown_key'
  return isValidSignature(key, said, signature) ? 'differs' : 'bad_signature'
}
