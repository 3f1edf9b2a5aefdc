import { isIP } from 'node:net'
import { z } from 'zod'
import { BadAddress, parseAddress } from '../eventstore/address.ts'

/** One environment variable: its schema, the accepted values, the default and the purpose; README's table is generated from these. */
export interface Setting<Value> {
  /** Reads the trimmed text, or undefined when the variable is unset or empty. */
  schema: z.ZodType<Value>
  /** Completes `NAME must be …`. */
  accepts: string
  /** The value or behaviour that applies when it is unset, in words. */
  otherwise: string
  says: string
}

const setting = <Value>(
  schema: z.ZodType<Value>,
  accepts: string,
  otherwise: string,
  says: string,
): Setting<Value> => ({ schema, accepts, otherwise, says })

const text = z.string().optional()
const integer = (from: number, to: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().int().min(from).max(to))
const parsesAs = (value: string, protocols: string[]) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol)
const url = (...protocols: string[]) => z.string().refine((value) => parsesAs(value, protocols))
/** Reports why a value is no address of an event store, without repeating any part of it. */
const isStoreAddress = (value: string, { addIssue }: z.RefinementCtx) => {
  try {
    parseAddress(value)
  } catch (error) {
    if (!(error instanceof BadAddress)) throw error
    addIssue({ code: 'custom', message: error.message, params: { explains: true } })
  }
}
const hasNoPath = (value: string) => /^\/?$/.test(new URL(value).pathname + new URL(value).search)
const origin = z
  .string()
  .refine((value) => parsesAs(value, ['http:', 'https:']) && hasNoPath(value))
  .transform((value) => new URL(value).origin)

export const roles = ['api', 'projector', 'worker'] as const
/** A role of a process: serves HTTP and sockets, projects events into views, or runs jobs. */
export type Role = (typeof roles)[number]

const commaSeparated = z.string().transform((value) => value.split(',').map((item) => item.trim()))
const roleList = commaSeparated.pipe(z.array(z.enum(roles)).min(1))
const originList = commaSeparated.pipe(z.array(origin))
const people = commaSeparated.pipe(z.array(z.string().min(1).max(100)))
const namedVariants = commaSeparated.pipe(z.array(z.string().regex(/^[\w-]+(=[\w-]+)?$/)))
const header = z.string().regex(/^[\w-]+=(?:[^%\s]|%[2-7][\da-f])*$/i)
const headers = commaSeparated
  .pipe(z.array(header))
  .transform((pairs) => Object.fromEntries(pairs.map((pair) => [nameOf(pair), decodeURIComponent(afterEquals(pair))])))
const nameOf = (pair: string) => pair.slice(0, pair.indexOf('=')).toLowerCase()
const afterEquals = (pair: string) => pair.slice(pair.indexOf('=') + 1)
const networks = ['loopback', 'linklocal', 'uniquelocal']
const isNetwork = (name: string) =>
  networks.includes(name) || (/^[^/]+(\/\d{1,3})?$/.test(name) && isIP(name.split('/')[0] ?? '') > 0)
const proxies = z
  .string()
  .transform((value) => {
    if (value === 'true' || value === 'false') return value === 'true'
    return /^\d+$/.test(value) ? Number(value) : value
  })
  .refine((value) => typeof value !== 'string' || value.split(',').every((name) => isNetwork(name.trim())))

/** True for an Ed25519 key in PKCS 8: a fixed prefix of 16 bytes, followed by the key's 32 bytes. */
const isSigningKey = (text: string) => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 48 && bytes.toString('hex', 0, 16) === '302e020100300506032b657004220420'
}

const s3Key = (name: string, says: string) => setting(text, `set together with ${name}`, "the machine's role", says)
const stripe = (others: string, says: string, prefix: RegExp) =>
  setting(z.string().regex(prefix).optional(), `set together with ${others}`, 'see PAYMENTS', says)
const oauth = (partner: string, says: string) => setting(text, `set together with ${partner}`, 'not offered', says)

/** All settings, in the order of README's table, which is generated from this list. */
export const settings = {
  PORT: setting(
    integer(0, 65_535).default(4242),
    'a port from 0 to 65535 (0: any free one)',
    '4242',
    'Where it listens.',
  ),
  HOST: setting(
    z.string().default('127.0.0.1'),
    'an address or a host name of this machine',
    '127.0.0.1',
    'The address it listens on; 0.0.0.0 for all of them.',
  ),
  BASE_URL: setting(
    origin.optional(),
    'an http or https address without a path, such as https://lore.example.org',
    'http://HOST:PORT',
    'The address people use: in mails, in sign-in with others, and as the trusted origin.',
  ),
  TRUST_PROXY: setting(
    proxies.default(false),
    'true, false, a number of hops, or a list of addresses and subnets',
    'false',
    'Which proxies to believe about who asks.',
  ),
  ORIGINS: setting(
    originList.default([]),
    'a comma-separated list of http or https addresses without a path',
    'none',
    'Other addresses that its web app is served from, such as http://localhost:5173 in development.',
  ),
  RATE_LIMITS: setting(
    z
      .enum(['on', 'off'])
      .default('on')
      .transform((value) => value === 'on'),
    'on or off',
    'on',
    'Whether too many requests a minute are refused; off where one address stands for many people.',
  ),
  DATA_DIR: setting(
    z.string().default('./data'),
    'a folder',
    './data',
    'The embedded database, files and secrets. One process at a time.',
  ),
  ROLES: setting(
    roleList.default([...roles]),
    'a comma-separated choice of api, projector, worker',
    'api,projector,worker',
    'What this process does.',
  ),
  DATABASE_URL: setting(
    url('postgres:', 'postgresql:').optional(),
    'an address such as postgres://user:password@host:5432/database',
    'an embedded PostgreSQL 18 in DATA_DIR',
    'The PostgreSQL for views, jobs and accounts.',
  ),
  EVENTSTORE_URL: setting(
    z.string().superRefine(isStoreAddress).optional(),
    'an address such as esdb://user:password@a:2113,b:2113,c:2113?tlsCAFile=ca.crt, esdb://host:2113?tls=false or esdb+discover://…',
    'an embedded event store in the database',
    'The EventStoreDB or KurrentDB cluster.',
  ),
  AUTH_SECRET: setting(
    z.string().min(32).optional(),
    'at least 32 characters',
    'made once, kept in DATA_DIR',
    'Signs sessions and invitations; the same for all processes.',
  ),
  GOOGLE_CLIENT_ID: oauth('GOOGLE_CLIENT_SECRET', 'Sign in with Google.'),
  GOOGLE_CLIENT_SECRET: oauth('GOOGLE_CLIENT_ID', 'Its secret.'),
  DISCORD_CLIENT_ID: oauth('DISCORD_CLIENT_SECRET', 'Linking Discord.'),
  DISCORD_CLIENT_SECRET: oauth('DISCORD_CLIENT_ID', 'Its secret.'),
  DISCORD_BASE_URL: setting(
    url('http:', 'https:').default('https://discord.com'),
    'an http or https address',
    'https://discord.com',
    'Where Discord is.',
  ),
  AUDIT_KEYS: setting(
    commaSeparated.pipe(z.array(z.string().refine(isSigningKey))).optional(),
    'a comma-separated list of Ed25519 keys, newest first, each as PKCS 8 in base64',
    'made once, kept in DATA_DIR',
    'Sign heads of the audit chain and exports; the same for all processes.',
  ),
  AUDIT_HEADS_FILE: setting(text, 'a file', 'audit-heads.jsonl in DATA_DIR', 'Where signed heads are appended.'),
  AUDIT_HEADS_MAIL: setting(
    z.email().optional(),
    'an e-mail address',
    'nobody',
    'Who is mailed each signed head, to keep it.',
  ),
  AUDIT_HEADS_URL: setting(
    url('http:', 'https:').optional(),
    'an http or https address',
    'none',
    'What each signed head is posted to, as JSON.',
  ),
  BACKUP_PASSPHRASE: setting(
    z.string().min(12).optional(),
    'at least 12 characters',
    'backups are not encrypted',
    'Encrypts what npm run backup writes, and opens it for npm run restore.',
  ),
  SMTP_URL: setting(
    url('smtp:', 'smtps:').optional(),
    'an address such as smtps://user:password@host, set together with MAIL_FROM',
    'an outbox that admins read',
    'Sends mail.',
  ),
  MAIL_FROM: setting(
    z.string().includes('@').optional(),
    'a sender such as Loreloom <post@example.org>, set together with SMTP_URL',
    'none',
    'Who mail is from.',
  ),
  MINIS_SHOP_MAIL: setting(
    z.email().optional(),
    'an e-mail address',
    'none: admins read the requests',
    'The shop that is mailed requests for printed miniatures.',
  ),
  STRIPE_SECRET_KEY: stripe(
    'STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, such as sk_live_…',
    'Takes payments by Stripe.',
    /^(sk|rk)_\w+$/,
  ),
  STRIPE_PUBLISHABLE_KEY: stripe(
    'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, such as pk_live_…',
    'What browsers ask Stripe with.',
    /^pk_\w+$/,
  ),
  STRIPE_WEBHOOK_SECRET: stripe(
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, such as whsec_…',
    'Signs what Stripe sends to /api/billing/webhook.',
    /^whsec_\w+$/,
  ),
  PAYMENTS: setting(
    z.enum(['simulated']).optional(),
    'simulated, where no STRIPE_… is set',
    'by Stripe where its keys are set; otherwise simulated if HOST, BASE_URL and ORIGINS are of this machine alone, without TRUST_PROXY and NODE_ENV=production; else not set up',
    'Simulates payments where other people may come: no money is taken, and every payment screen says so.',
  ),
  RECEIPT_ISSUER: setting(
    z
      .string()
      .transform((value) => value.split('|').map((line) => line.trim()))
      .pipe(z.array(z.string().min(1).max(200)).min(1).max(10))
      .optional(),
    'a company and the lines of its address, with | between them: Example Ltd|1 Quay|04101 Tidewater',
    'Loreloom (simulated payments) where payments are simulated; otherwise no receipts are issued',
    'The issuer on receipts and credit notes.',
  ),
  RECEIPT_TAX_ID: setting(z.string().max(100).optional(), 'a tax id, such as DE123456789', 'none', "The issuer's."),
  RECEIPT_SERIES: setting(
    z
      .string()
      .regex(/^[A-Z0-9]{1,10}$/)
      .default('R'),
    'one to ten capital letters and digits',
    'R',
    'Begins the numbers of receipts, such as R-2026-000001, which are gapless within a series and a year. Another issuer needs another series.',
  ),
  RECEIPT_YEARS: setting(
    integer(1, 100).default(10),
    'an integer from 1 to 100',
    '10',
    'How many whole years after the one in which they were issued receipts and credit notes are kept. Then they are deleted for good, with the key that reads them in the log and its backups. Ask what the law of the issuer requires before lowering it.',
  ),
  FILES: setting(
    z.enum(['folder', 's3']).default('folder'),
    'folder or s3',
    'folder',
    'Where pictures live: in DATA_DIR, or in a bucket.',
  ),
  S3_BUCKET: setting(text, 'set if and only if FILES is s3', 'none', 'The bucket.'),
  S3_REGION: setting(z.string().default('us-east-1'), 'a region', 'us-east-1', 'Its region.'),
  S3_ENDPOINT: setting(
    origin.optional(),
    'an http or https address without a path',
    "Amazon's",
    'Another store that speaks S3, such as MinIO.',
  ),
  S3_ACCESS_KEY_ID: s3Key('S3_SECRET_ACCESS_KEY', 'A key for the bucket.'),
  S3_SECRET_ACCESS_KEY: s3Key('S3_ACCESS_KEY_ID', 'Its secret.'),
  STABILITY_API_KEY: setting(text, 'a key', 'its models are not offered', 'Stability AI.'),
  STABILITY_BASE_URL: setting(
    url('http:', 'https:').default('https://api.stability.ai'),
    'an http or https address',
    'https://api.stability.ai',
    'Where Stability AI is.',
  ),
  BFL_API_KEY: setting(text, 'a key', 'its models are not offered', 'Black Forest Labs.'),
  BFL_BASE_URL: setting(
    url('http:', 'https:').default('https://api.bfl.ai/v1'),
    'an http or https address',
    'https://api.bfl.ai/v1',
    'Where Black Forest Labs is.',
  ),
  IMAGE_SOURCES: setting(
    text,
    'a file in JSON, as docs/operations.md describes it',
    'none beside these',
    'More sources of pictures: ComfyUI and AUTOMATIC1111 at home, and what OpenAI, LocalAI, fal and Replicate host.',
  ),
  TEXT_PROVIDER: setting(
    z.enum(['scribe', 'openai-compatible', 'openai', 'anthropic']).default('scribe'),
    'scribe, openai-compatible, openai or anthropic',
    'scribe',
    'Who writes drafts: the scribe of this machine, which needs no model, or a model. Ollama, llama.cpp and vLLM are openai-compatible.',
  ),
  TEXT_MODEL: setting(text, 'a name of a model, set if TEXT_PROVIDER is not scribe', 'none', 'The model that writes.'),
  TEXT_API_KEY: setting(text, 'a key', 'none', 'Its key; a model at home needs none.'),
  TEXT_BASE_URL: setting(
    url('http:', 'https:').optional(),
    'an http or https address, such as http://localhost:11434/v1',
    "the provider's own",
    'Where it is.',
  ),
  TEXT_DEADLINE_SECONDS: setting(
    integer(5, 600).default(90),
    'whole seconds from 5 to 600',
    '90',
    'A text that takes longer has failed.',
  ),
  TRANSCRIPTION_BASE_URL: setting(
    url('http:', 'https:').optional(),
    'an http or https address, such as http://localhost:8000/v1',
    'recordings of sessions are not transcribed, which the Story Vault states',
    "The server that transcribes recordings, with OpenAI's wire: speaches, LocalAI, whisper.cpp or OpenAI.",
  ),
  TRANSCRIPTION_MODEL: setting(
    z.string().max(200).default('whisper-1'),
    'a name of a model',
    'whisper-1',
    'Its model.',
  ),
  TRANSCRIPTION_API_KEY: setting(text, 'a key', 'none', 'Its key; a server at home needs none.'),
  TRANSCRIPTION_MAX_MB: setting(
    integer(1, 500).default(500),
    'a whole number from 1 to 500',
    '500',
    'Megabytes of the largest recording that it accepts; OpenAI accepts 25.',
  ),
  TRANSCRIPTION_DEADLINE_SECONDS: setting(
    integer(10, 86_400).default(7_200),
    'whole seconds from 10 to 86400',
    '7200',
    'A transcription that takes longer has failed.',
  ),
  MODEL_PROVIDER: setting(
    z.enum(['studio', 'stability', 'stability-point-aware', 'meshy', 'tripo']).default('studio'),
    'studio, stability, stability-point-aware, meshy or tripo',
    'studio',
    'Who makes figures in 3D: the studio of this machine, or a vendor, with its key. Reliefs and terrain are made by the studio, and at Stability AI models from text too.',
  ),
  MESHY_API_KEY: setting(text, 'a key, set if MODEL_PROVIDER is meshy', 'none', 'Meshy.'),
  MESHY_BASE_URL: setting(
    url('http:', 'https:').default('https://api.meshy.ai/openapi'),
    'an http or https address',
    'https://api.meshy.ai/openapi',
    'Where Meshy is.',
  ),
  TRIPO_API_KEY: setting(text, 'a key, set if MODEL_PROVIDER is tripo', 'none', 'Tripo.'),
  TRIPO_BASE_URL: setting(
    url('http:', 'https:').default('https://api.tripo3d.ai/v2/openapi'),
    'an http or https address',
    'https://api.tripo3d.ai/v2/openapi',
    'Where Tripo is.',
  ),
  IMAGE_DEADLINE_SECONDS: setting(
    integer(1, 3_600).default(180),
    'whole seconds from 1 to 3600',
    '180',
    'A picture that takes longer has failed and costs nothing.',
  ),
  MODEL_DEADLINE_SECONDS: setting(
    integer(1, 3_600).default(600),
    'whole seconds from 1 to 3600',
    '600',
    'A 3D model, or its conversion, that takes longer has failed and costs nothing.',
  ),
  JOBS_AT_ONCE: setting(
    integer(1, 64).default(4),
    'a whole number from 1 to 64',
    '4',
    'Pictures that a worker has in hand; as many operations on many things, one for each user; and as many other jobs.',
  ),
  WELCOME_CREDITS: setting(
    integer(0, 1_000_000).default(100),
    'a whole number from 0 to 1000000',
    '100',
    'Credits of a new account.',
  ),
  STORAGE_CAMPAIGN_GB: setting(
    integer(1, 100_000).default(5),
    'a whole number from 1 to 100000',
    '5',
    'Gigabytes that the files of a campaign may take, those in the Trash included.',
  ),
  STORAGE_USER_GB: setting(
    integer(1, 100_000).default(10),
    'a whole number from 1 to 100000',
    '10',
    'Gigabytes that the files of one user may take, in all campaigns.',
  ),
  STORAGE_UNVERIFIED_MB: setting(
    integer(0, 1_000_000).default(50),
    'a whole number from 0 to 1000000',
    '50',
    'Megabytes that the files of a user may take before their e-mail address is verified.',
  ),
  CAMPAIGNS_PER_USER: setting(
    integer(1, 100_000).default(20),
    'a whole number from 1 to 100000',
    '20',
    'Campaigns that one user may own, those in the Trash included.',
  ),
  CAMPAIGN_COPIES_PER_HOUR: setting(
    integer(0, 100_000).default(5),
    'a whole number from 0 to 100000',
    '5',
    'Copies of past campaigns that one user may begin in an hour.',
  ),
  OPERATIONS_PER_USER: setting(
    integer(1, 100_000).default(20),
    'a whole number from 1 to 100000',
    '20',
    'Operations about many things that one user may have running at once.',
  ),
  INFLUENCERS: setting(
    people.default([]),
    'a comma-separated list of names of at most 100 letters each',
    'none',
    'Whom new people can name who heard of Loreloom from an influencer.',
  ),
  SUPPORT_CONTACT: setting(
    z.union([url('https:', 'http:'), z.email()]).optional(),
    'an e-mail address or the http(s) address of a page',
    'none',
    'The place that people are sent to who need help, beside the form of the Support Center: it and every text that says "contact support" link to it. An e-mail address is notified of each request.',
  ),
  DISCORD_INVITE_URL: setting(
    url('https:').optional(),
    'an https address',
    'none: the user menu has no such entry',
    'The Discord server of this installation, to which the user menu leads.',
  ),
  STORY_VAULT_URL: setting(
    url('https:').optional(),
    'an https address',
    'none, which its page states',
    'Story Vault, the service that records sessions: its page leads there.',
  ),
  STORY_VAULT_BASE_URL: setting(
    url('http:', 'https:').optional(),
    'an http or https address',
    'none: nothing is to connect',
    'Where Story Vault connects accounts.',
  ),
  TERMS_URL: setting(
    url('https:', 'http:').optional(),
    'an http(s) address',
    'none: nothing links to it',
    'The terms of this installation: the sign-in pages and the Support Center link to them.',
  ),
  PRIVACY_URL: setting(
    url('https:', 'http:').optional(),
    'an http(s) address',
    'none: nothing links to it',
    'How this installation treats personal data: linked where the terms are.',
  ),
  EXPERIMENTS: setting(
    namedVariants.default([]),
    'a comma-separated list of names, or of name=variant',
    'none: browsers and EXPERIMENT_BASE_URL decide',
    'Experiments that are on, or their variants, for everyone: the admin screen Experiments lists them.',
  ),
  EXPERIMENT_BASE_URL: setting(
    url('http:', 'https:').optional(),
    'an http or https address',
    'none: no service is asked',
    'A service with OpenFeature’s Remote Evaluation Protocol that decides experiments for each user.',
  ),
  EXPERIMENT_API_KEY: setting(text, 'a key', 'none', 'Its key.'),
  METRICS_PORT: setting(
    integer(1, 65_535).optional(),
    'a port from 1 to 65535',
    'none of its own',
    'Serves /metrics and /health of this process, whatever its roles: on HOST if METRICS_TOKEN is set, otherwise to this machine only.',
  ),
  METRICS_TOKEN: setting(
    z.string().min(16).regex(/^\S+$/).optional(),
    'at least 16 characters without spaces',
    'admins may read /metrics',
    'Who sends it as a bearer token may read /metrics and /api/admin/installation as well.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    url('http:', 'https:').optional(),
    'an http or https address, such as http://localhost:4318',
    'nothing is traced',
    'The OpenTelemetry collector that traces are sent to.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    headers.default({}),
    'a comma-separated list of name=value, with values as in a URL',
    'none',
    'Headers for the collector, such as its key.',
  ),
  OTEL_SERVICE_NAME: setting(
    z.string().default('loreloom'),
    'a name',
    'loreloom',
    'What this process is called in traces.',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z
      .string()
      .regex(/^(0|1|0?\.\d+|1\.0+)$/)
      .default('1')
      .transform(Number),
    'a number from 0 to 1',
    '1',
    'The share of traces that is recorded.',
  ),
  LOG_LEVEL: setting(
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('warn'),
    'silent, fatal, error, warn, info, debug or trace',
    'warn',
    'How much it logs, as JSON lines on the standard error.',
  ),
}

/** The settings as a Markdown table, with `|` escaped in their texts. */
export const settingsTable = (): string => {
  const rows = Object.entries(settings).map(([name, { accepts, otherwise, says }]) => {
    const cells = [accepts, otherwise, says].map((text) => text.replaceAll('|', '\\|'))
    return `| \`${name}\` | ${cells.join(' | ')} |`
  })
  return ['| Variable | Accepts | Otherwise | What it is for |', '|---|---|---|---|', ...rows].join('\n')
}
