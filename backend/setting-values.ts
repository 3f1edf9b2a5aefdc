import type { z } from 'zod'
import { CannotStart } from './platform/cannot-start.ts'
import { settings } from './settings.ts'

type Name = keyof typeof settings
/** The parsed values of all settings. */
export type Values = { [N in Name]: z.infer<(typeof settings)[N]['schema']> }

/** Settings that cannot be used: one line each, naming the variable and what it accepts. */
export class WrongSettings extends CannotStart {
  readonly lines: readonly string[]
  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** Reads the variables of the environment. Throws WrongSettings with all complaints, not only the first. */
export const parseValues = (env: NodeJS.ProcessEnv): Values => {
  const { values, wrong } = readEach(env)
  const complaints = [
    ...wrong,
    ...findHalfSet(env),
    ...(wrong.length === 0
      ? [
          ...describeUnreachablePort(values),
          ...findMisplaced(values),
          ...describeMissingModel(values),
          ...findModelsWithoutKey(values),
          ...describeContradictoryPayments(values),
        ]
      : []),
  ]
  if (complaints.length > 0) throw new WrongSettings(complaints)
  return values
}

// Values that may contain a password are not repeated in the message, since it may be logged.
const confidential = /SECRET|KEY|TOKEN|PASSPHRASE|HEADERS|_URL$|_ENDPOINT$/
const describeComplaint = (name: Name, given: string | undefined, { issues }: z.ZodError) => {
  const instead = given === undefined || confidential.test(name) ? '' : `, not ${JSON.stringify(given)}`
  const why = issues.map((issue) => (issue.code === 'custom' && issue.params?.explains ? ` ${issue.message}` : ''))
  return `${name} must be ${settings[name].accepts}${instead}.${why.join('')}`
}

/** Parses each variable by itself. An empty one counts as unset, since compose files pass variables without a value like that. */
const readEach = (env: NodeJS.ProcessEnv): { values: Values; wrong: string[] } => {
  const read = Object.entries(settings).map(([key, { schema }]) => {
    const name = key as Name
    const given = env[name]?.trim() || undefined
    const { error, data } = schema.safeParse(given)
    return { name, data, wrong: error ? [describeComplaint(name, given, error)] : [] }
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

const findHalfSet = (env: NodeJS.ProcessEnv): string[] =>
  together.flatMap((names) => {
    const [present] = names.filter((name) => env[name]?.trim())
    const missing = names.filter((name) => !env[name]?.trim())
    return present ? missing.map((name) => `${name} must be set too, because ${present} is.`) : []
  })

const findMisplaced = ({ FILES, S3_BUCKET }: Values): string[] => {
  if (FILES === 's3' && S3_BUCKET === undefined) return ['S3_BUCKET must be the name of a bucket, because FILES is s3.']
  return FILES === 'folder' && S3_BUCKET !== undefined ? ['FILES must be s3, because S3_BUCKET is set.'] : []
}

/** Ports that browsers refuse to fetch from, whatever answers there (https://fetch.spec.whatwg.org/#port-blocking). */
const portsBlockedByBrowsers: ReadonlySet<number> = new Set([
  ...[1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95],
  ...[101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179],
  ...[389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636],
  ...[989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080],
])

const describeUnreachablePort = ({ PORT }: Values): string[] =>
  portsBlockedByBrowsers.has(PORT) ? [`PORT must be another than ${PORT}, which browsers refuse to connect to.`] : []

const describeMissingModel = ({ TEXT_PROVIDER, TEXT_MODEL }: Values): string[] =>
  TEXT_PROVIDER !== 'scribe' && TEXT_MODEL === undefined
    ? [`TEXT_MODEL must be the name of a model, because TEXT_PROVIDER is ${TEXT_PROVIDER}.`]
    : []

export const modelKeys = {
  stability: 'STABILITY_API_KEY',
  'stability-point-aware': 'STABILITY_API_KEY',
  meshy: 'MESHY_API_KEY',
  tripo: 'TRIPO_API_KEY',
} as const

const findModelsWithoutKey = (values: Values): string[] => {
  const { MODEL_PROVIDER: provider } = values
  const key = provider === 'studio' ? undefined : modelKeys[provider]
  return key === undefined || values[key] !== undefined
    ? []
    : [`${key} must be set too, because MODEL_PROVIDER is ${provider}.`]
}

const describeContradictoryPayments = ({ PAYMENTS, STRIPE_SECRET_KEY }: Values): string[] =>
  PAYMENTS === 'simulated' && STRIPE_SECRET_KEY !== undefined
    ? ['PAYMENTS must not be simulated, because STRIPE_SECRET_KEY is set.']
    : []
