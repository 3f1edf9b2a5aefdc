import { secretsIn } from '../eventstore/address.ts'
import type { Config } from './config.ts'
import { credentialsIn } from './platform/masked-address.ts'

/** Returns all secrets in the settings, which the log must mask. */
export const secretsOf = (config: Config): (string | undefined)[] => [
  config.authSecret,
  config.metricsToken,
  ...(config.auditKeys ?? []),
  config.backupPassphrase,
  config.google?.clientSecret,
  config.discord?.clientSecret,
  ...(typeof config.payments === 'object' ? [config.payments.secretKey, config.payments.webhookSecret] : []),
  config.s3?.secretAccessKey,
  config.stability?.apiKey,
  config.blackForestLabs?.apiKey,
  config.textModel?.apiKey,
  config.transcription?.apiKey,
  config.modelVendor?.apiKey,
  config.experimentService?.apiKey,
  ...addressesOf(config).flatMap(credentialsIn),
  ...webhookPath(config.auditHeads.url),
  ...(config.eventStoreUrl ? secretsIn(config.eventStoreUrl) : []),
  ...Object.values(config.traces?.headers ?? {}),
]

const addressesOf = (config: Config): (string | undefined)[] => [
  config.databaseUrl,
  config.smtp?.url,
  config.auditHeads.url,
  config.stability?.baseUrl,
  config.blackForestLabs?.baseUrl,
  config.textModel?.baseUrl,
  config.transcription?.baseUrl,
  config.modelVendor?.baseUrl,
  config.experimentService?.baseUrl,
  config.traces?.endpoint,
]

/** Incoming webhooks of chat services carry their secret as the path. */
const webhookPath = (address: string | undefined): string[] => {
  if (address === undefined) return []
  const { pathname, search } = new URL(address)
  return [pathname, pathname + search]
}
