import { join, resolve } from 'node:path'
import type { z } from 'zod'
import type { Links } from '#domain/me.ts'
import type { ReceiptSetting } from '#domain/receipts.ts'
import type { Quotas } from '#domain/storage.ts'
import { parseAddress, secretsIn } from '../eventstore/address.ts'
import { doubtsAboutPayments, type PaymentsSetting, paymentsOf } from './payments-setting.ts'
import { isBlockedByBrowsers } from './platform/blocked-ports.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { credentialsIn } from './platform/masked-address.ts'
import { type Role, settings } from './settings.ts'

type Name = keyof typeof settings
type Values = { [N in Name]: z.infer<(typeof settings)[N]['schema']> }

/** What the process was told to be. A member that may be undefined names its stand-in in `settings.ts`. */
export interface Config extends PaymentsSetting {
  port: number
  host: string
  /** Origin that people use, without a trailing slash; undefined until the port is known. */
  baseUrl: string | undefined
  /** More origins that the web app may be used from. */
  origins: readonly string[]
  rateLimits: boolean
  trustProxy: boolean | number | string
  /** Absolute. */
  dataDir: string
  roles: readonly Role[]
  databaseUrl: string | undefined
  eventStoreUrl: string | undefined
  authSecret: string | undefined
  /** PKCS 8 in base64, newest first; undefined: in a file of the data directory. */
  auditKeys: readonly string[] | undefined
  auditHeads: { file: string; mail: string | undefined; url: string | undefined }
  /** Of backups; undefined: they are not encrypted. */
  backupPassphrase: string | undefined
  google: { clientId: string; clientSecret: string } | undefined
  discord: { clientId: string; clientSecret: string; baseUrl: string } | undefined
  storyVault: { baseUrl: string } | undefined
  smtp: { url: string; from: string } | undefined
  /** Undefined: no receipts are issued. */
  receipts: ReceiptSetting | undefined
  /** Whole years for which receipts are kept. */
  receiptYears: number
  /** Undefined: a folder in the data directory. */
  s3: { bucket: string; region: string; endpoint?: string; accessKeyId?: string; secretAccessKey?: string } | undefined
  stability: { apiKey: string; baseUrl: string } | undefined
  blackForestLabs: { apiKey: string; baseUrl: string } | undefined
  /** The file of further sources of pictures; absolute. */
  imageSources: string | undefined
  /** Undefined: the scribe of this machine. */
  textModel:
    | {
        provider: Exclude<Values['TEXT_PROVIDER'], 'scribe'>
        model: string
        apiKey: string | undefined
        baseUrl: string | undefined
        timeoutMs: number
      }
    | undefined
  /** Undefined: recordings are not transcribed. */
  transcription:
    | { baseUrl: string; model: string; apiKey: string | undefined; maxBytes: number; timeoutMs: number }
    | undefined
  /** Undefined: the studio of this machine. */
  modelVendor: { provider: Exclude<Values['MODEL_PROVIDER'], 'studio'>; apiKey: string; baseUrl: string } | undefined
  imageDeadlineMs: number
  modelDeadlineMs: number
  minisShopMail: string | undefined
  jobsAtOnce: number
  welcomeCredits: number
  quotas: Quotas
  experiments: readonly string[]
  experimentService: { baseUrl: string; apiKey: string | undefined } | undefined
  influencers: readonly string[]
  /** An e-mail address or the address of a page. */
  supportContact: string | undefined
  links: Links
  /** Address of the server for monitoring. */
  metricsPort: number | undefined
  metricsToken: string | undefined
  /** Undefined: nothing is traced. */
  traces: { endpoint: string; headers: Record<string, string>; serviceName: string; ratio: number } | undefined
  logLevel: Values['LOG_LEVEL']
}

/** Settings that cannot be used: one line each, naming the variable and what it accepts. */
export class WrongSettings extends CannotStart {
  readonly lines: readonly string[]
  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

// What may hold a password is not repeated: the complaint may end up in a log.
const confidential = /SECRET|KEY|TOKEN|PASSPHRASE|HEADERS|_URL$|_ENDPOINT$/
const complaint = (name: Name, given: string | undefined, { issues }: z.ZodError) => {
  const instead = given === undefined || confidential.test(name) ? '' : `, not ${JSON.stringify(given)}`
  const why = issues.map((issue) => (issue.code === 'custom' && issue.params?.explains ? ` ${issue.message}` : ''))
  return `${name} must be ${settings[name].accepts}${instead}.${why.join('')}`
}

/** Each variable by itself; empty is unset, which is how a compose file passes a variable without a value. */
const readEach = (env: NodeJS.ProcessEnv): { values: Values; wrong: string[] } => {
  const read = Object.entries(settings).map(([key, { schema }]) => {
    const name = key as Name
    const given = env[name]?.trim() || undefined
    const { error, data } = schema.safeParse(given)
    return { name, data, wrong: error ? [complaint(name, given, error)] : [] }
  })
  return {
    values: Object.fromEntries(read.map(({ name, data }) => [name, data])) as Values,
    wrong: read.flatMap(({ wrong }) => wrong),
  }
}

const together = [
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['SMTP_URL', 'MAIL_FROM'],
] as const satisfies readonly (readonly Name[])[]

const halfSet = (env: NodeJS.ProcessEnv): string[] =>
  together.flatMap((names) => {
    const [present] = names.filter((name) => env[name]?.trim())
    const missing = names.filter((name) => !env[name]?.trim())
    return present ? missing.map((name) => `${name} must be set too, because ${present} is.`) : []
  })

const misplaced = ({ FILES, S3_BUCKET }: Values): string[] => {
  if (FILES === 's3' && S3_BUCKET === undefined) return ['S3_BUCKET must be the name of a bucket, because FILES is s3.']
  return FILES === 'folder' && S3_BUCKET !== undefined ? ['FILES must be s3, because S3_BUCKET is set.'] : []
}

const unreachable = ({ PORT }: Values): string[] =>
  isBlockedByBrowsers(PORT) ? [`PORT must be another than ${PORT}, which browsers refuse to connect to.`] : []

const unnamed = ({ TEXT_PROVIDER, TEXT_MODEL }: Values): string[] =>
  TEXT_PROVIDER !== 'scribe' && TEXT_MODEL === undefined
    ? [`TEXT_MODEL must be the name of a model, because TEXT_PROVIDER is ${TEXT_PROVIDER}.`]
    : []

const modelKeys = {
  stability: 'STABILITY_API_KEY',
  'stability-point-aware': 'STABILITY_API_KEY',
  meshy: 'MESHY_API_KEY',
  tripo: 'TRIPO_API_KEY',
} as const

const modelsWithoutKey = (values: Values): string[] => {
  const { MODEL_PROVIDER: provider } = values
  const key = provider === 'studio' ? undefined : modelKeys[provider]
  return key === undefined || values[key] !== undefined
    ? []
    : [`${key} must be set too, because MODEL_PROVIDER is ${provider}.`]
}

const modelVendorOf = (values: Values): Config['modelVendor'] => {
  const { MODEL_PROVIDER: provider } = values
  if (provider === 'studio') return undefined
  const apiKey = values[modelKeys[provider]]
  if (apiKey === undefined) return undefined
  const addresses = { meshy: values.MESHY_BASE_URL, tripo: values.TRIPO_BASE_URL }
  const baseUrl = provider in addresses ? addresses[provider as keyof typeof addresses] : values.STABILITY_BASE_URL
  return { provider, apiKey, baseUrl }
}

const paidTwice = ({ PAYMENTS, STRIPE_SECRET_KEY }: Values): string[] =>
  PAYMENTS === 'simulated' && STRIPE_SECRET_KEY !== undefined
    ? ['PAYMENTS must not be simulated, because STRIPE_SECRET_KEY is set.']
    : []

const textModelOf = (values: Values): Config['textModel'] => {
  const { TEXT_PROVIDER: provider, TEXT_MODEL: model } = values
  if (provider === 'scribe' || model === undefined) return undefined
  const [apiKey, baseUrl] = [values.TEXT_API_KEY, values.TEXT_BASE_URL]
  return { provider, model, apiKey, baseUrl, timeoutMs: values.TEXT_DEADLINE_SECONDS * 1_000 }
}

const transcriptionOf = (values: Values): Config['transcription'] => {
  const { TRANSCRIPTION_BASE_URL: baseUrl, TRANSCRIPTION_MODEL: model, TRANSCRIPTION_API_KEY: apiKey } = values
  if (baseUrl === undefined) return undefined
  const maxBytes = values.TRANSCRIPTION_MAX_MB * 2 ** 20
  return { baseUrl, model, apiKey, maxBytes, timeoutMs: values.TRANSCRIPTION_DEADLINE_SECONDS * 1_000 }
}

/** Both or nothing. */
const both = <One extends string, Other extends string>(
  names: readonly [One, Other],
  one: string | undefined,
  other: string | undefined,
) =>
  one !== undefined && other !== undefined
    ? ({ [names[0]]: one, [names[1]]: other } as Record<One | Other, string>)
    : undefined

const discordOf = (values: Values): Config['discord'] => {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret, DISCORD_BASE_URL: baseUrl } = values
  return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret, baseUrl } : undefined
}

const s3Of = (values: Values): Config['s3'] =>
  values.S3_BUCKET === undefined
    ? undefined
    : {
        bucket: values.S3_BUCKET,
        region: values.S3_REGION,
        ...(values.S3_ENDPOINT && { endpoint: values.S3_ENDPOINT }),
        ...both(['accessKeyId', 'secretAccessKey'], values.S3_ACCESS_KEY_ID, values.S3_SECRET_ACCESS_KEY),
      }

const receiptsOf = (values: Values, isSimulated: boolean): Config['receipts'] => {
  const [name, ...address] = values.RECEIPT_ISSUER ?? (isSimulated ? ['Loreloom (simulated payments)'] : [])
  const taxId = values.RECEIPT_TAX_ID ?? null
  return name === undefined ? undefined : { issuer: { name, address, taxId }, series: values.RECEIPT_SERIES }
}

const receiptsLeftOut = ({ payments, receipts }: Config): string[] =>
  typeof payments === 'object' && receipts === undefined
    ? ['No receipts are issued: set RECEIPT_ISSUER to the company that takes the payments.']
    : []

/** Reads the environment. Throws WrongSettings with every complaint there is, not only the first. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { values, wrong } = readEach(env)
  const complaints = [
    ...wrong,
    ...halfSet(env),
    ...(wrong.length === 0
      ? [
          ...unreachable(values),
          ...misplaced(values),
          ...unnamed(values),
          ...modelsWithoutKey(values),
          ...paidTwice(values),
        ]
      : []),
  ]
  if (complaints.length > 0) throw new WrongSettings(complaints)
  const oauth = ['clientId', 'clientSecret'] as const
  return {
    port: values.PORT,
    host: values.HOST,
    baseUrl: values.BASE_URL,
    origins: values.ORIGINS,
    rateLimits: values.RATE_LIMITS,
    trustProxy: values.TRUST_PROXY,
    dataDir: resolve(values.DATA_DIR),
    roles: values.ROLES,
    databaseUrl: values.DATABASE_URL,
    eventStoreUrl: values.EVENTSTORE_URL,
    authSecret: values.AUTH_SECRET,
    auditKeys: values.AUDIT_KEYS,
    auditHeads: {
      file: resolve(values.AUDIT_HEADS_FILE ?? join(values.DATA_DIR, 'audit-heads.jsonl')),
      mail: values.AUDIT_HEADS_MAIL,
      url: values.AUDIT_HEADS_URL,
    },
    backupPassphrase: values.BACKUP_PASSPHRASE,
    google: both(oauth, values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET),
    discord: discordOf(values),
    storyVault: values.STORY_VAULT_BASE_URL === undefined ? undefined : { baseUrl: values.STORY_VAULT_BASE_URL },
    smtp: both(['url', 'from'], values.SMTP_URL, values.MAIL_FROM),
    ...paymentsOf(values, env.NODE_ENV === 'production'),
    receipts: receiptsOf(values, paymentsOf(values, env.NODE_ENV === 'production').payments === 'simulated'),
    receiptYears: values.RECEIPT_YEARS,
    s3: s3Of(values),
    stability: both(['apiKey', 'baseUrl'], values.STABILITY_API_KEY, values.STABILITY_BASE_URL),
    blackForestLabs: both(['apiKey', 'baseUrl'], values.BFL_API_KEY, values.BFL_BASE_URL),
    imageSources: values.IMAGE_SOURCES && resolve(values.IMAGE_SOURCES),
    textModel: textModelOf(values),
    transcription: transcriptionOf(values),
    modelVendor: modelVendorOf(values),
    imageDeadlineMs: values.IMAGE_DEADLINE_SECONDS * 1_000,
    modelDeadlineMs: values.MODEL_DEADLINE_SECONDS * 1_000,
    minisShopMail: values.MINIS_SHOP_MAIL,
    jobsAtOnce: values.JOBS_AT_ONCE,
    welcomeCredits: values.WELCOME_CREDITS,
    quotas: {
      campaignBytes: values.STORAGE_CAMPAIGN_GB * 1e9,
      userBytes: values.STORAGE_USER_GB * 1e9,
      unverifiedBytes: values.STORAGE_UNVERIFIED_MB * 1e6,
      campaigns: values.CAMPAIGNS_PER_USER,
      copiesPerHour: values.CAMPAIGN_COPIES_PER_HOUR,
      operations: values.OPERATIONS_PER_USER,
    },
    experiments: values.EXPERIMENTS,
    experimentService:
      values.EXPERIMENT_BASE_URL === undefined
        ? undefined
        : { baseUrl: values.EXPERIMENT_BASE_URL, apiKey: values.EXPERIMENT_API_KEY },
    influencers: values.INFLUENCERS,
    supportContact: values.SUPPORT_CONTACT,
    links: {
      discord: values.DISCORD_INVITE_URL ?? null,
      storyVault: values.STORY_VAULT_URL ?? null,
      terms: values.TERMS_URL ?? null,
      privacy: values.PRIVACY_URL ?? null,
    },
    metricsPort: values.METRICS_PORT,
    metricsToken: values.METRICS_TOKEN,
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: values.OTEL_EXPORTER_OTLP_HEADERS,
          serviceName: values.OTEL_SERVICE_NAME,
          ratio: values.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    logLevel: values.LOG_LEVEL,
  }
}

const left = { projector: 'nothing that is done will show', worker: 'no picture will be made and no credits given' }

/** What may be used as it is, and is often meant otherwise: a sentence for each, for the log. */
export const doubtsAbout = (config: Config): string[] => [
  ...rolesLeftOut(config),
  ...optionsIgnored(config),
  ...doubtsAboutPayments(config),
  ...receiptsLeftOut(config),
]

const optionsIgnored = ({ eventStoreUrl }: Config): string[] => {
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

const rolesLeftOut = ({ roles, databaseUrl }: Config): string[] => {
  const missing = (['projector', 'worker'] as const).filter((role) => !roles.includes(role))
  if (databaseUrl !== undefined || missing.length === 0) return []
  return [
    `ROLES leaves out ${missing.join(' and ')} though the database is the one in DATA_DIR: unless another process uses it too, ${missing.map((role) => left[role]).join(' and ')}.`,
  ]
}

/** Everything in the settings that must not be seen, for the log to leave out. */
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
  config.traces?.endpoint,
]

/** Incoming webhooks of chat services carry their secret as the path. */
const webhookPath = (address: string | undefined): string[] => {
  if (address === undefined) return []
  const { pathname, search } = new URL(address)
  return [pathname, pathname + search]
}

/** The origin people use when `BASE_URL` is unset. An address that means all of them is none to visit. */
export const localUrl = (host: string, port: number): string => {
  const visited = ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host
  return `http://${visited.includes(':') ? `[${visited}]` : visited}:${port}`
}

/** Without `BASE_URL` a machine's own names are all its address: people type either. */
export const localOrigins = (port: number): string[] =>
  ['localhost', '127.0.0.1', '::1'].map((host) => localUrl(host, port))
