import { hidden, maskCredentials } from '../platform/masked-address.ts'

/** The loggable part of an error: libraries attach requests, answers and rows to theirs. */
interface ErrorFacts {
  type: string
  message: string
  code?: string | number
  stack?: string
  cause?: ErrorFacts
  errors?: ErrorFacts[]
}

const deepest = 4

/** Reduces an error to its type, message, code and stack. Other thrown values are reduced to their type. */
export const errorFacts = (error: unknown, depth = 0): ErrorFacts => {
  if (!(error instanceof Error)) return { type: typeof error, message: typeof error === 'string' ? error : '' }
  const { name, message, stack, cause } = error
  const code = 'code' in error && ['string', 'number'].includes(typeof error.code) ? error.code : undefined
  const goesOn = depth < deepest
  return {
    type: error.constructor.name || name,
    message,
    ...(code === undefined ? {} : { code: code as string | number }),
    ...(stack === undefined ? {} : { stack }),
    ...(goesOn && cause !== undefined ? { cause: errorFacts(cause, depth + 1) } : {}),
    ...(goesOn && error instanceof AggregateError
      ? { errors: error.errors.map((one: unknown) => errorFacts(one, depth + 1)) }
      : {}),
  }
}

const secretName = /cookie|authorization|passw|token|secret|api[-_]?key/i
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))

/** Masks facts whose names indicate a secret. Copies only the objects that change. */
export const withoutSecrets = (facts: Record<string, unknown>, depth = 0): Record<string, unknown> => {
  let masked = facts
  for (const [name, value] of Object.entries(facts)) {
    const better = secretName.test(name)
      ? hidden
      : isPlain(value)
        ? depth < deepest
          ? withoutSecrets(value, depth + 1)
          : hidden
        : value
    if (better === value) continue
    if (masked === facts) masked = { ...facts }
    masked[name] = better
  }
  return masked
}

/** A user with a password, as addresses have it. */
const userInfo = /^.+:.+@$/s

/** Masks known secrets in lines of text: verbatim, URL-encoded, and escaped as in JSON. */
export const createHider = () => {
  const texts = new Set<string>()
  return {
    /** Adds secrets. Ignores those under 8 characters, which could be ordinary words, except credentials of addresses. */
    hide(secrets: readonly (string | undefined)[]) {
      for (const secret of secrets)
        if (secret !== undefined && (secret.length >= 8 || userInfo.test(secret)))
          for (const text of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) texts.add(text)
    },
    clean(line: string): string {
      let masked = maskCredentials(line)
      for (const text of texts) if (masked.includes(text)) masked = masked.replaceAll(text, hidden)
      return masked
    },
  }
}
