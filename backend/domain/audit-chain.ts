import { z } from 'zod'
import { categoryOf } from './metadata.ts'

/**
 * Categories whose events are linked into the audit chain: accounts and payments. A category added later is linked from
 * its addition on; its older events have no link.
 */
export const auditedCategories = ['users', 'sessions', 'credits', 'billing', 'coupons', 'looks'] as const

const chained: ReadonlySet<string> = new Set(auditedCategories)
export const isChained = (stream: string): boolean => chained.has(categoryOf(stream))

/** 32 bytes, as hexadecimal digits. */
const Sha256 = z.string().regex(/^[\da-f]{64}$/)

/**
 * The chain's length and last link at a moment, signed. The signature covers the canonical form of all other fields.
 */
export const SignedHead = z.object({
  kind: z.literal('loreloom-chain-head'),
  length: z.int().nonnegative(),
  link: Sha256,
  lastEventId: z.uuid().nullable(),
  at: z.iso.datetime(),
  /** The id of the key. */
  key: z.string(),
  /** Ed25519, base64. */
  signature: z.string(),
})
export type SignedHead = z.infer<typeof SignedHead>

/**
 * `proven`: every event matches its link, up to a head that a known key signed. `consistent`: the same, without a
 * signed head. `truncated`: the log ends before the chain. `altered`: an event or link does not match.
 */
export const ChainResult = z.enum(['proven', 'consistent', 'truncated', 'altered'])
export type ChainResult = z.infer<typeof ChainResult>

/** The present state of the chain, and the result of its last verification. */
export const ChainStatus = z.object({
  length: z.int().nonnegative(),
  /** The last link; null while there is none. */
  head: Sha256.nullable(),
  /** Time of the last signed head. */
  signedAt: z.string().nullable(),
  verifiedAt: z.string().nullable(),
  /** Null until it was verified for the first time. */
  result: ChainResult.nullable(),
})
export type ChainStatus = z.infer<typeof ChainStatus>

const Place = z.object({ stream: z.string(), revision: z.int() })

/** One account's events, read and hashed now, against their links. */
export const AccountChain = z.object({
  verified: z.int(),
  of: z.int(),
  firstBad: Place.nullable(),
})
export type AccountChain = z.infer<typeof AccountChain>

/** A key that signs heads and exports, and its certification by the preceding key. */
export const AuditKey = z.object({
  id: z.string(),
  /** SubjectPublicKeyInfo, PEM: what `openssl` takes. */
  publicKey: z.string(),
  since: z.string(),
  /** For a key that replaced another: the id of the replaced key, and the signatures of both. */
  follows: z.object({ id: z.string(), signature: z.string(), countersignature: z.string() }).nullable(),
})
export type AuditKey = z.infer<typeof AuditKey>
/** Newest first: the first of them signs. */
export const AuditKeys = z.object({ keys: z.array(AuditKey) })
