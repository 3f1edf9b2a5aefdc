import { createPublicKey, type KeyObject } from 'node:crypto'
import type { AuditKey } from '#domain/audit-chain.ts'
import { isValidSignature, keyIdOf } from './signed.ts'

/** Public keys by their ids. */
export type Trusted = ReadonlyMap<string, KeyObject>

/** The statement that both keys sign when one replaces the other. */
export const handover = (from: string, to: string, since: string) => ({
  kind: 'loreloom-key-handover',
  from,
  to,
  since,
})

/**
 * Returns the trusted keys: the roots, and every published key that handovers signed by both keys connect to them, in either direction.
 * Other published keys are not trusted, since anyone with write access to PostgreSQL can publish one.
 */
export const trustedBy = (roots: readonly KeyObject[], published: readonly AuditKey[]): Trusted => {
  const known = new Map(roots.map((key) => [keyIdOf(key), key]))
  const readable = published.flatMap(({ publicKey, ...key }) => {
    const object = readKey(publicKey)
    return object && keyIdOf(object) === key.id ? [{ ...key, object }] : []
  })
  const objectOf = (id: string) => readable.find((key) => key.id === id)?.object ?? known.get(id)
  for (let grown = true; grown; ) {
    grown = false
    for (const { id, object, since, follows } of readable) {
      const before = follows && objectOf(follows.id)
      if (!before || known.has(id) === known.has(follows.id)) continue
      const said = handover(follows.id, id, since)
      if (
        !isValidSignature(before, said, follows.signature) ||
        !isValidSignature(object, said, follows.countersignature)
      )
        continue
      known.set(id, object).set(follows.id, before)
      grown = true
    }
  }
  return known
}

const readKey = (pem: string): KeyObject | undefined => {
  try {
    return createPublicKey(pem)
  } catch {
    return undefined
  }
}
