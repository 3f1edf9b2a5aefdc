import type { DependencyFailure } from './dependency.ts'

/** The address of a dependency, and the settings that concern it. */
export interface Place {
  /** `the event store`. */
  what: string
  /** `host:port`. */
  at: string
  /** The setting that holds the address, such as `EVENTSTORE_URL`. */
  setting: string
  /** The way to configure a certificate authority, such as `tlsCAFile=FILE in EVENTSTORE_URL`. */
  authority: string
  /** The way to disable encryption. */
  plain: string
}

type Say = (place: Place) => string

/**
 * Causes that prevent connecting to a server, with `mends` for those that may resolve themselves, and the message for
 * the operator.
 */
export const networkCauses = {
  unknown_name: {
    mends: true,
    says: ({ what, at, setting }) =>
      `The name of ${what} in ${setting} (${at}) does not resolve: correct it there, or have DNS know it.`,
  },
  nothing_listens: {
    mends: true,
    says: ({ what, at, setting }) =>
      `Nothing listens at ${at}, where ${setting} says that ${what} is: start it, or correct ${setting}.`,
  },
  no_answer: {
    mends: true,
    says: ({ what, at, setting }) =>
      `No answer in time from ${what} at ${at}: see whether it runs and a firewall lets this machine through to it, or correct ${setting}.`,
  },
  unknown_authority: {
    mends: false,
    says: ({ what, at, authority }) =>
      `The certificate of ${what} at ${at} is by an authority that is not known here: name the authority's certificate by ${authority}.`,
  },
  wrong_name: {
    mends: false,
    says: ({ what, at, setting }) =>
      `The certificate of ${what} at ${at} is for another name: write its name in ${setting}, or have a certificate made for this one.`,
  },
  certificate_dates: {
    mends: false,
    says: ({ what, at }) =>
      `The certificate of ${what} at ${at} has expired or does not hold yet: have it renewed, and see whether this machine's clock is right.`,
  },
  certificate: {
    mends: false,
    says: ({ what, at, setting }) =>
      `The certificates of ${what} at ${at} and of ${setting} do not fit: see what its log says of them.`,
  },
  speaks_plain: {
    mends: false,
    says: ({ what, at, plain }) =>
      `TLS is spoken to ${what} at ${at}, which speaks none: give it a certificate, or write ${plain}.`,
  },
} satisfies Record<string, { mends: boolean; says: Say }>
export type NetworkCause = keyof typeof networkCauses

const codes: Record<string, NetworkCause> = {
  ENOTFOUND: 'unknown_name',
  EAI_AGAIN: 'unknown_name',
  ECONNREFUSED: 'nothing_listens',
  ENOENT: 'nothing_listens',
  ETIMEDOUT: 'no_answer',
  EHOSTUNREACH: 'no_answer',
  ENETUNREACH: 'no_answer',
  EHOSTDOWN: 'no_answer',
  ECONNRESET: 'no_answer',
  EPIPE: 'no_answer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown_authority',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown_authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown_authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown_authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'unknown_authority',
  CERT_UNTRUSTED: 'unknown_authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong_name',
  HOSTNAME_MISMATCH: 'wrong_name',
  CERT_HAS_EXPIRED: 'certificate_dates',
  CERT_NOT_YET_VALID: 'certificate_dates',
  CERT_SIGNATURE_FAILURE: 'certificate',
  CERT_REVOKED: 'certificate',
  CERT_REJECTED: 'certificate',
  INVALID_CA: 'certificate',
  INVALID_PURPOSE: 'certificate',
  EPROTO: 'speaks_plain',
  ERR_SSL_WRONG_VERSION_NUMBER: 'speaks_plain',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'speaks_plain',
}

/** Classifies one of Node's errors, or an error that wraps one. */
export const networkCause = (error: unknown): NetworkCause | undefined => {
  if (!(error instanceof Error)) return undefined
  const [first] = error instanceof AggregateError ? error.errors : []
  const own = 'code' in error && typeof error.code === 'string' ? codes[error.code] : undefined
  return own ?? networkCause(first) ?? networkCause(error.cause)
}

export const describeNetworkFailure = (error: unknown, place: Place): DependencyFailure | undefined => {
  const cause = networkCause(error)
  return cause && describeCause(cause, place)
}

export const describeCause = (cause: NetworkCause, place: Place): DependencyFailure => {
  const { mends, says } = networkCauses[cause]
  return { cause, mends, says: says(place) }
}
