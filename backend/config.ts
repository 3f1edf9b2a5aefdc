import { join, resolve } from 'node:path'
import type { Links } from '#domain/me.ts'
import type { ReceiptSetting } from '#domain/receipts.ts'
import type { Quotas } from '#domain/storage.ts'
import { type PaymentsSetting, paymentsOf } from './payments-setting.ts'
import { modelKeys, parseValues, type Values } from './setting-values.ts'
import type { Role } from './settings.ts'

/** The configuration of a process. `settings.ts` describes the fallback of each property that may be undefined. */
export interface Config extends PaymentsSetting {
  port: number
  host: string
  /** Public origin, without a trailing slash; undefined: derived from host and port once the port is known. */
  baseUrl: string | undefined
  /** More origins that the web app may be used from. */
  origins: readonly string[]
  rateLimits: boolean
  trustProxy: boolean | number | string
  /** Absolute path. */
  dataDir: string
  roles: readonly Role[]
  databaseUrl: string | undefined
  eventStoreUrl: string | undefined
  authSecret: string | undefined
  /** PKCS 8 in base64, newest first; undefined: in a file of the data directory. */
  auditKeys: readonly string[] | undefined
  auditHeads: { file: string; mail: string | undefined; url: string | undefined }
  /** Passphrase of backups; undefined: they are not encrypted. */
  backupPassphrase: string | undefined
  google: { clientId: string; clientSecret: string } | undefined
  discord: { clientId: string; clientSecret: string; baseUrl: string } | undefined
  storyVault: { baseUrl: string } | undefined
  smtp: { url: string; from: string } | undefined
  /** Undefined: no receipts are issued. */
  receipts: ReceiptSetting | undefined
  /** Whole years for which receipts are retained. */
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
  /** Port of the monitoring server; undefined: there is none. */
  metricsPort: number | undefined
  metricsToken: string | undefined
  /** Undefined: nothing is traced. */
  traces: { endpoint: string; headers: Record<string, string>; serviceName: string; ratio: number } | undefined
  logLevel: Values['LOG_LEVEL']
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

/** Returns an object with both values, or undefined unless both are set. */
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

const auditHeadsOf = (values: Values): Config['auditHeads'] => ({
  file: resolve(values.AUDIT_HEADS_FILE ?? join(values.DATA_DIR, 'audit-heads.jsonl')),
  mail: values.AUDIT_HEADS_MAIL,
  url: values.AUDIT_HEADS_URL,
})

const quotasOf = (values: Values): Quotas => ({
  campaignBytes: values.STORAGE_CAMPAIGN_GB * 1e9,
  userBytes: values.STORAGE_USER_GB * 1e9,
  unverifiedBytes: values.STORAGE_UNVERIFIED_MB * 1e6,
  campaigns: values.CAMPAIGNS_PER_USER,
  copiesPerHour: values.CAMPAIGN_COPIES_PER_HOUR,
  operations: values.OPERATIONS_PER_USER,
})

const experimentServiceOf = (values: Values): Config['experimentService'] =>
  values.EXPERIMENT_BASE_URL === undefined
    ? undefined
    : { baseUrl: values.EXPERIMENT_BASE_URL, apiKey: values.EXPERIMENT_API_KEY }

const linksOf = (values: Values): Links => ({
  discord: values.DISCORD_INVITE_URL ?? null,
  storyVault: values.STORY_VAULT_URL ?? null,
  terms: values.TERMS_URL ?? null,
  privacy: values.PRIVACY_URL ?? null,
})

const tracesOf = (values: Values): Config['traces'] =>
  values.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: values.OTEL_EXPORTER_OTLP_HEADERS,
        serviceName: values.OTEL_SERVICE_NAME,
        ratio: values.OTEL_TRACES_SAMPLER_ARG,
      }
    : undefined

/** Reads the environment. Throws WrongSettings with all complaints, not only the first. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const values = parseValues(env)
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
    auditHeads: auditHeadsOf(values),
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
    quotas: quotasOf(values),
    experiments: values.EXPERIMENTS,
    experimentService: experimentServiceOf(values),
    influencers: values.INFLUENCERS,
    supportContact: values.SUPPORT_CONTACT,
    links: linksOf(values),
    metricsPort: values.METRICS_PORT,
    metricsToken: values.METRICS_TOKEN,
    traces: tracesOf(values),
    logLevel: values.LOG_LEVEL,
  }
}

/** Returns the origin to use when `BASE_URL` is unset: `localhost` for a wildcard address such as 0.0.0.0, which cannot be visited. */
export const localUrl = (host: string, port: number): string => {
  const visited = ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host
  return `http://${visited.includes(':') ? `[${visited}]` : visited}:${port}`
}

/** Returns the origins of this machine's own names, all of which users may type if `BASE_URL` is unset. */
export const localOrigins = (port: number): string[] =>
  ['localhost', '127.0.0.1', '::1'].map((host) => localUrl(host, port))
