import { createTransport } from 'nodemailer'
import type { Dependency, DependencyFailure } from '../../platform/dependency.ts'
import { describeCause, describeNetworkFailure, type Place } from '../../platform/network-trouble.ts'

const placeOf = ({ hostname, port, protocol }: URL): Place => ({
  what: 'the mail server',
  at: `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`,
  setting: 'SMTP_URL',
  authority: 'NODE_EXTRA_CA_CERTS=FILE in the environment',
  plain: 'smtp:// instead of smtps:// in SMTP_URL',
})

interface Facts {
  at: string
  user: string
  response: string
}
type Cause = [cause: string, mends: boolean, says: (facts: Facts) => string]

/** Causes by nodemailer's error codes. */
const causes: Record<string, Cause> = {
  EAUTH: [
    'wrong_user',
    false,
    ({ at, user }) =>
      `The mail server at ${at} does not take the password of the user ${user}: correct user or password in SMTP_URL, where each is percent-encoded.`,
  ],
  ENOAUTH: [
    'wrong_user',
    false,
    ({ at }) => `The mail server at ${at} wants a user: write smtps://user:password@… in SMTP_URL.`,
  ],
  EPROTOCOL: [
    'speaks_otherwise',
    false,
    ({ at }) =>
      `What listens at ${at} is no mail server: correct SMTP_URL, whose port is 587 for smtp:// and 465 for smtps://.`,
  ],
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Nodemailer replaces Node's error codes with its own; the original error is in the message. */
const nodeCodes: [said: RegExp, code: string][] = [
  [/unable to (verify|get)|self.signed certificate/, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [/altnames/, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [/certificate (has expired|is not yet valid)/, 'CERT_HAS_EXPIRED'],
  [/wrong version number|packet length too long/i, 'ERR_SSL_WRONG_VERSION_NUMBER'],
]
const withNodeCode = (message: string): Error => {
  const code = nodeCodes.find(([said]) => said.test(message))?.[1] ?? /\b(E[A-Z_]{4,})\b/.exec(message)?.[1]
  return Object.assign(new Error(message), { code })
}

const describeTrouble = (error: unknown, url: URL): DependencyFailure => {
  const place = placeOf(url)
  const response = error instanceof Error && 'response' in error ? String(error.response) : ''
  // A 4xx reply of the server is temporary, whatever its cause.
  const isTransient = /^4\d\d/.test(response)
  const known = causes[codeOf(error)]
  if (known && !isTransient) {
    const [cause, mends, says] = known
    return { cause, mends, says: says({ at: place.at, user: decodeURIComponent(url.username), response }) }
  }
  const message = error instanceof Error ? error.message : String(error)
  const isSilent = /greeting never received|timeout/i.test(message)
  if (isSilent && url.protocol === 'smtp:')
    return {
      ...describeCause('no_answer', place),
      says: `${describeCause('no_answer', place).says} One that speaks TLS at once is written smtps://.`,
    }
  const other = { cause: 'other', mends: true, says: `The mail server at ${place.at} cannot be used: ${message}.` }
  return describeNetworkFailure(withNodeCode(message), place) ?? (isSilent ? describeCause('no_answer', place) : other)
}

/** Checks whether the mail server of SMTP_URL can be reached and accepts the sign-in. Sends no mail. */
export const smtpDependency = (address: string): Dependency => ({
  name: 'mail server',
  // Servers count sign-ins, so a usable server is checked rarely.
  everyMs: { usable: 600_000, troubled: 15_000 },
  async find() {
    const timeout = 4_000
    const transport = createTransport({
      url: address,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      dnsTimeout: timeout,
    })
    try {
      await transport.verify()
      return undefined
    } catch (error) {
      return describeTrouble(error, new URL(address))
    } finally {
      transport.close()
    }
  },
})
