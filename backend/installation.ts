import { statfs } from 'node:fs/promises'
import type { Installation } from '#projections/health-answers.ts'
import { readLastBackup } from './backup/last-backup.ts'
import type { Config } from './config.ts'
import { nodesAt } from './platform/event-store.ts'
import { hidden, maskCredentials } from './platform/masked-address.ts'
import { settings } from './settings.ts'

type SettingAnswer = Installation['settings'][number]

const secret = /SECRET|KEY|TOKEN|PASSPHRASE|HEADERS/
/** Incoming webhooks of chat services carry their secret in the path. */
const secretPath = 'AUDIT_HEADS_URL'

const shownValue = (name: string, value: string): string => {
  if (secret.test(name)) return hidden
  if (name === secretPath && URL.canParse(value)) return `${new URL(value).origin}/${hidden}`
  return maskCredentials(value)
}

/** Returns every setting with its effective value, without secrets, and the source of the value. */
export const describeSettings = (env: NodeJS.ProcessEnv): SettingAnswer[] =>
  Object.entries(settings).map(([name, { otherwise, says }]) => {
    const value = env[name]?.trim() || undefined
    return {
      name,
      value: value === undefined ? otherwise : shownValue(name, value),
      source: value === undefined ? 'default' : 'environment',
      isSecret: secret.test(name),
      purpose: says,
    }
  })

/** Facts about the machine and the settings that no view holds. */
export interface InstallationFacts {
  settings: SettingAnswer[]
  services: Installation['services']
  /** ISO time of the start of this process. */
  startedAt: string
  readBackup(): Installation['backup']
  readDisk(): Promise<Installation['disk']>
  /** Throws while no node of the event store answers. */
  readStoreNodes(): Promise<Installation['eventStore']['nodes']>
}

const servicesOf = (config: Config): Installation['services'] => [
  { name: 'Event store', where: config.eventStoreUrl ? maskCredentials(config.eventStoreUrl) : 'embedded' },
  { name: 'PostgreSQL', where: config.databaseUrl ? maskCredentials(config.databaseUrl) : 'embedded' },
  { name: 'Files', where: config.s3 ? `bucket ${config.s3.bucket}` : 'a folder of this machine' },
  { name: 'Mail', where: config.smtp ? maskCredentials(config.smtp.url) : 'the outbox of this installation' },
  {
    name: 'Texts',
    where: config.textModel ? `${config.textModel.provider}, ${config.textModel.model}` : 'the scribe of this machine',
  },
  {
    name: 'Transcription',
    where: config.transcription
      ? `${config.transcription.model}, ${maskCredentials(config.transcription.baseUrl)}`
      : 'not set up',
  },
  { name: 'Pictures', where: pictureSources(config) },
  { name: '3D models', where: modelMakers[config.modelVendor?.provider ?? 'studio'] },
  { name: 'Payments', where: paymentsAt(config) },
]

const pictureSources = ({ stability, blackForestLabs, imageSources }: Config): string => {
  const vendors = [
    stability && 'Stability AI',
    blackForestLabs && 'Black Forest Labs',
    imageSources && `the sources in ${imageSources}`,
  ].filter((vendor) => vendor !== undefined)
  return ['the studio of this machine', ...vendors].join(', ')
}

const modelMakers = {
  studio: 'the studio of this machine',
  stability: 'Stability AI, Stable Fast 3D',
  'stability-point-aware': 'Stability AI, Stable Point Aware 3D',
  meshy: 'Meshy',
  tripo: 'Tripo',
}

const paymentsAt = ({ payments }: Config): string => {
  if (payments === undefined) return 'not set up'
  return payments === 'simulated' ? 'simulated' : 'Stripe'
}

/** The embedded event store is one process, which writes and reads the same log. */
const embeddedNode = { at: 'embedded', role: 'leader', isAlive: true, behind: 0 }

/** Collects the facts of one process. Secrets of the settings stay out of them. */
export const installationFacts = (config: Config, env: NodeJS.ProcessEnv): InstallationFacts => ({
  settings: describeSettings(env),
  services: servicesOf(config),
  startedAt: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
  readStoreNodes: async () => (config.eventStoreUrl === undefined ? [embeddedNode] : nodesAt(config.eventStoreUrl)),
  readBackup: () => readLastBackup(config.dataDir),
  async readDisk() {
    const { bsize, bavail, blocks } = await statfs(config.dataDir)
    return { freeBytes: bsize * bavail, totalBytes: bsize * blocks }
  },
})
