import { parseAddress } from '../eventstore/address.ts'
import type { Config } from './config.ts'
import { doubtsAboutPayments } from './payments-setting.ts'

const left = { projector: 'nothing that is done will show', worker: 'no picture will be made and no credits given' }

/** Returns warnings for the log about settings that are valid, but often not intended. */
export const findConfigWarnings = (config: Config): string[] => [
  ...findRolesLeftOut(config),
  ...findOptionsIgnored(config),
  ...doubtsAboutPayments(config),
  ...findReceiptsLeftOut(config),
]

const findOptionsIgnored = ({ eventStoreUrl }: Config): string[] => {
  if (eventStoreUrl === undefined) return []
  const { ignored, options } = parseAddress(eventStoreUrl)
  const unverified = options.tls !== false && options.tlsVerifyCert === false
  return [
    ...ignored.map(
      (name) => `EVENTSTORE_URL has an option ${JSON.stringify(name)}, which is not known and does nothing.`,
    ),
    ...(unverified
      ? [
          'EVENTSTORE_URL has tlsVerifyCert=false, which does nothing: name the authority of its certificate by tlsCAFile.',
        ]
      : []),
  ]
}

const findRolesLeftOut = ({ roles, databaseUrl }: Config): string[] => {
  const missing = (['projector', 'worker'] as const).filter((role) => !roles.includes(role))
  if (databaseUrl !== undefined || missing.length === 0) return []
  return [
    `ROLES leaves out ${missing.join(' and ')} though the database is the one in DATA_DIR: unless another process uses it too, ${missing.map((role) => left[role]).join(' and ')}.`,
  ]
}

const findReceiptsLeftOut = ({ payments, receipts }: Config): string[] =>
  typeof payments === 'object' && receipts === undefined
    ? ['No receipts are issued: set RECEIPT_ISSUER to the company that takes the payments.']
    : []
