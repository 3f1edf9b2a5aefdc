import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * True if an address or host name reaches this machine only. IPv6 addresses may be in brackets, as in a URL. Names
 * other than localhost are not resolved, since their address may change while the process runs.
 */
const isLoopback = (host: string): boolean => {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  const family = isIP(name)
  if (family === 0) return name === 'localhost' || name.endsWith('.localhost')
  return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4')
}

export interface PaymentsSetting {
  /** Stripe's keys, our simulation of Stripe, or no payments. */
  payments: { secretKey: string; publishableKey: string; webhookSecret: string } | 'simulated' | undefined
  /** Names of the settings because of which payments are not simulated by default. */
  unsimulatedBecauseOf: readonly string[]
}

interface Given {
  HOST: string
  BASE_URL: string | undefined
  ORIGINS: readonly string[]
  TRUST_PROXY: boolean | number | string
  PAYMENTS: 'simulated' | undefined
  STRIPE_SECRET_KEY: string | undefined
  STRIPE_PUBLISHABLE_KEY: string | undefined
  STRIPE_WEBHOOK_SECRET: string | undefined
}

const isOfThisMachine = (url: string) => isLoopback(new URL(url).hostname)

/** Returns the names of the settings that let other machines reach the installation. */
const publicSettings = ({ HOST, BASE_URL, ORIGINS, TRUST_PROXY }: Given): string[] => [
  ...(isLoopback(HOST) ? [] : ['HOST']),
  ...(BASE_URL === undefined || isOfThisMachine(BASE_URL) ? [] : ['BASE_URL']),
  ...(ORIGINS.every(isOfThisMachine) ? [] : ['ORIGINS']),
  ...(TRUST_PROXY === false ? [] : ['TRUST_PROXY']),
]

/** Simulates payments by default only if no other machine can reach the installation, since simulated purchases cost nothing. */
export const paymentsOf = (given: Given, isProduction: boolean): PaymentsSetting => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = given
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, PAYMENTS } = given
  const set = (payments: PaymentsSetting['payments']): PaymentsSetting => ({ payments, unsimulatedBecauseOf: [] })
  if (secretKey && publishableKey && webhookSecret) return set({ secretKey, publishableKey, webhookSecret })
  if (PAYMENTS || isProduction) return set(PAYMENTS)
  const open = publicSettings(given)
  return open.length === 0 ? set('simulated') : { payments: undefined, unsimulatedBecauseOf: open }
}

/** Warnings about unexpected settings, for the log. */
export const doubtsAboutPayments = ({ unsimulatedBecauseOf: names }: PaymentsSetting): string[] =>
  names.length === 0
    ? []
    : [
        `Payments are not set up: ${names.join(' and ')} ${names.length === 1 ? 'lets' : 'let'} other machines reach this installation, and simulated payments would give plans and credits away. Set STRIPE_SECRET_KEY and its companions, or PAYMENTS=simulated if that is meant. A plan that was paid in the simulation ends seven days after its period.`,
      ]
