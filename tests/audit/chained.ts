import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import type { SignedHead } from '#domain/audit-chain.ts'
import type { RecordedEvent } from '#eventstore'
import { type Link, linksAfter, noLink } from '#projections/links.ts'
import { keyIdOf, signatureOf } from '../../backend/audit/chain/signed.ts'
import { type Chain, verify } from '../../backend/audit/chain/verify.ts'

/** Events of one stream, as the store gives them. */
export const events = (stream: string, count: number, from = 0): RecordedEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    type: 'CreditsGranted',
    stream,
    revision: BigInt(from + index),
    position: BigInt(index + 1),
    created: new Date('2026-03-01T00:00:00.000Z'),
    data: { userId: 'u', amount: 100 + index, note: { b: 1, a: [true, null, 'ä'] } },
    metadata: { actor: 'u', commandId: `c${index}`, at: '2026-03-01T10:00:00.000Z' },
  }))

export const linked = (log: readonly RecordedEvent[]): Link[] => linksAfter(0, noLink, log)

export const newKey = () => generateKeyPairSync('ed25519')
export const trusting = (...keys: KeyObject[]) => new Map(keys.map((key) => [keyIdOf(key), key]))

/** A head of the first so many links. */
export const headOf = (links: readonly Link[], length: number, { privateKey, publicKey } = newKey()): SignedHead => {
  const last = links[length - 1]
  const said = {
    kind: 'loreloom-chain-head' as const,
    length,
    link: (last?.link ?? noLink).toString('hex'),
    lastEventId: last?.eventId ?? null,
    at: '2026-03-02T00:00:00.000Z',
    key: keyIdOf(publicKey),
  }
  return { ...said, signature: signatureOf(privateKey, said) }
}

async function* inPages<T>(all: readonly T[], size: number) {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}

/** What is found of a log beside links that were made before. */
export const found = (log: readonly RecordedEvent[], links: readonly Link[], over: Partial<Chain> = {}) => {
  const last = links.at(-1)
  return verify({
    length: last?.n ?? 0,
    link: last?.link ?? noLink,
    links: inPages(links, 3),
    events: inPages(log, 2),
    heads: [],
    trusted: new Map(),
    ...over,
  })
}
