import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { type Logger, pino } from 'pino'
import type { Quotas } from '#domain/storage.ts'
import { keysInFile } from '../backend/audit/chain/key-ring.ts'
import type { Passwords } from '../backend/auth/queued-passwords.ts'
import { readConfig } from '../backend/config.ts'
import type { Limits } from '../backend/http/deps.ts'
import { installationFacts } from '../backend/installation.ts'
import { makeStopping } from '../backend/platform/stopping.ts'
import { folder } from '../backend/providers/files/folder.ts'
import type { ImageEdits } from '../backend/providers/image-edits.ts'
import type { Images } from '../backend/providers/images.ts'
import { migrateOutbox, outbox } from '../backend/providers/mail/outbox.ts'
import type { Payments } from '../backend/providers/payments.ts'
import { scribe } from '../backend/providers/text-model/scribe.ts'
import type { TextModel } from '../backend/providers/text-model.ts'
import { type RolesOptions, startRoles } from '../backend/roles.ts'
import { sealingKeys } from '../backend/sealing/keys.ts'
import { decryptingStore } from '../backend/sealing/sealed-store.ts'
import { quietTelemetry } from '../backend/telemetry/telemetry.ts'
import { connectEventStore } from '../eventstore/client.ts'
import { startEmbeddedEventStore } from '../eventstore/embedded/process.ts'
import { type Database, migratedDatabase, openPool } from './postgres.ts'
import { quickEdits } from './quick-edits.ts'
import { quickConversion, quickModels } from './quick-models.ts'
import { quickPasswords } from './quick-passwords.ts'
import { quickPictures } from './quick-pictures.ts'
import { untrusted } from './untrusted.ts'

export const baseUrl = 'http://loreloom.test'
const unlimited = { perSecond: 1e9, burst: 1e9 }
export const noLimits: Limits = {
  everyone: 1e6,
  files: 1e6,
  generation: 1e6,
  passwords: 1e6,
  editing: unlimited,
  reading: unlimited,
  fileBytes: { perSecond: 1e12, burst: 1e12 },
  requestsAtOnce: 0,
  requestsInProgress: 0,
}

export const noQuotas: Quotas = {
  campaignBytes: 1e12,
  userBytes: 1e12,
  unverifiedBytes: 1e12,
  campaigns: 1e6,
  copiesPerHour: 1e6,
  operations: 1e6,
}

export type StackOptions = Partial<
  Pick<
    RolesOptions,
    | 'auth'
    | 'roles'
    | 'baseUrl'
    | 'limits'
    | 'quotas'
    | 'experiments'
    | 'remoteExperiments'
    | 'supportContact'
    | 'links'
    | 'discord'
    | 'storyVault'
    | 'transcriber'
    | 'imageDeadlineMs'
    | 'modelDeadlineMs'
    | 'models'
    | 'convertModel'
    | 'minisShopMail'
    | 'abandonedAfterMs'
    | 'settleTextsMs'
    | 'indexTextsMs'
    | 'welcomeCredits'
    | 'webApp'
    | 'operatorKey'
    // Undefined: this installation sends mail. What it sends stands in the stack's own outbox all the same.
    | 'outbox'
    | 'telemetry'
    | 'untrusted'
    | 'metricsToken'
    | 'installation'
    | 'receipts'
  >
> & {
  images?: Images
  imageEdits?: readonly ImageEdits[]
  textModel?: TextModel
  payments?: Payments
  /** Otherwise quick ones; null is as in earnest. */
  passwords?: Passwords | null
  rateLimit?: boolean
  google?: { clientId: string; clientSecret: string }
  /** Otherwise a new one in the test run's cluster. */
  database?: Database
  /** Where the event store keeps its log; otherwise in the same database. */
  logIn?: Database['options']
  /** Otherwise silent, or at `LOG_LEVEL` to the standard output. */
  log?: Logger
}

/** Somebody with a browser: keeps the cookies that answers set, and sends what a browser would. */
export interface Person {
  id: string
  email: string
  send(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer>
  get(url: string, headers?: Record<string, string>): Promise<Answer>
  post(url: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  patch(url: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  delete(url: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  /** The cookie header as it is now. */
  cookies(): string
}
export interface Answer {
  status: number
  headers: LightMyRequestResponse['headers']
  // biome-ignore lint/suspicious/noExplicitAny: each test says what it expects of a body
  body: any
  text: string
  bytes: Buffer
}

export type Stack = Awaited<ReturnType<typeof startStack>>

/** The whole embedded stack over a fresh database, without a listening port. `stop` ends everything. */
export async function startStack(options: StackOptions = {}) {
  const {
    passwords = quickPasswords,
    rateLimit = false,
    google,
    images = quickPictures(),
    imageEdits = [quickEdits()],
    textModel = scribe(),
    database,
    logIn,
    ...rest
  } = options
  const { log = pino({ level: process.env.LOG_LEVEL ?? 'silent' }), telemetry = quietTelemetry() } = rest
  const stopping = makeStopping(log)
  const { options: postgres, drop } = database ?? (await migratedDatabase())
  stopping.add('database', drop)
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'loreloom-stack-'))
  stopping.add('folder', () => fs.rm(dir, { recursive: true, force: true }))
  const pool = openPool({ ...postgres, max: 24, pipeline: true })
  stopping.add('pool', () => pool.end())
  const eventStore = await startEmbeddedEventStore({
    postgres: logIn ?? postgres,
    socketPath: path.join(dir, 'es.sock'),
  })
  stopping.add('event store', () => eventStore.stop())
  const store = connectEventStore(eventStore)
  stopping.add('event store connection', () => store.close())
  await migrateOutbox(pool)
  const mails = outbox(pool)
  const all: RolesOptions = {
    version: 'test',
    baseUrl,
    origins: [],
    trustProxy: false,
    experiments: [],
    influencers: ['Dungeon Dudes'],
    links: { discord: null, storyVault: null, terms: null, privacy: null },
    limits: noLimits,
    quotas: noQuotas,
    roles: ['api', 'projector', 'worker'],
    pool,
    postgres,
    store,
    files: folder(path.join(dir, 'files')),
    images,
    imageEdits,
    textModel,
    untrusted,
    outbox: mails,
    installation: installationFacts(readConfig({ DATA_DIR: dir }), {}),
    auditKeys: keysInFile(path.join(dir, 'audit-keys')),
    witnesses: [],
    auth: {
      mailer: mails,
      secret: 's'.repeat(40),
      passwords: passwords ?? undefined,
      rateLimit,
      ...(google ? { google } : {}),
    },
    welcomeCredits: 100,
    imageDeadlineMs: 20_000,
    modelDeadlineMs: 20_000,
    models: quickModels(),
    convertModel: quickConversion,
    concurrency: 4,
    telemetry,
    metricsToken: undefined,
    stopping,
    log,
    ...rest,
  }
  const { app, reconcile } = await startRoles(all)
  if (!app) throw new Error('The stack has no application')

  return {
    app,
    pool,
    files: all.files,
    /** For a connection of one's own. */
    postgres,
    /** As everybody reads it. */
    store: decryptingStore(store, await sealingKeys(pool)),
    /** As it is stored. */
    sealedStore: store,
    mails,
    reconcile,
    /** What another process of the same installation would do, over the same stores; it ends with the stack, or with a `stopping` of its own. */
    beside: (roles: RolesOptions['roles'], telemetry = quietTelemetry(), own: RolesOptions['stopping'] = stopping) =>
      startRoles({ ...all, roles, telemetry, stopping: own }),
    stop: () => stopping.stop(),
    /** Whether no socket of this process is still reading what it missed: each hears what comes as it comes. */
    async areSocketsLive() {
      const { text } = await telemetry.metrics.read()
      return /^loreloom_sockets\{state="catching up"\} 0$/m.test(text)
    },
    anyone: () => person(app),
    signUp: (name?: string, email?: string) => signUp(app, name, email),
    /** Confirms the link that went to somebody's address, as they would. */
    async verify(someone: Person) {
      const token = await eventually(async () => {
        const { data } = await mails.list({ limit: 500, offset: 0 })
        return data.flatMap(({ to, text }) =>
          to === someone.email ? (/\/verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? []) : [],
        )[0]
      })
      const answer = await someone.post('/api/users/me/email/confirm', { token })
      if (answer.status !== 200) throw new Error(`Verifying failed: ${answer.text}`)
      return someone
    },
    /** Signed up and with their welcome credits, so that the views know them. */
    async member(name?: string) {
      const someone = await signUp(app, name)
      await eventually(
        async () => (await someone.get('/api/users/me')).body.imageCredits > 0 || rest.welcomeCredits === 0,
      )
      return someone
    },
  }
}

async function signUp(app: FastifyInstance, name = 'Somebody', email = `${randomUUID()}@example.org`): Promise<Person> {
  const someone = person(app, email)
  const answer = await someone.post('/api/auth/sign-up/email', { name, email, password: 'correct horse' })
  if (answer.status !== 200) throw new Error(`Signing up failed: ${answer.text}`)
  return Object.assign(someone, { id: answer.body.user.id as string })
}

/** A browser on the app's own pages, signed in or not. */
export function person(app: FastifyInstance, email = ''): Person {
  const jar = new Map<string, string>()
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const send: Person['send'] = async (method, url, body, headers = {}) => {
    const request: InjectOptions = {
      method,
      url,
      headers: {
        host: 'loreloom.test',
        origin: baseUrl,
        'sec-fetch-site': 'same-origin',
        cookie: cookies(),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body }),
    }
    const answer = await app.inject(request)
    for (const { name, value, maxAge } of answer.cookies as { name: string; value: string; maxAge?: number }[])
      if (maxAge === 0) jar.delete(name)
      else jar.set(name, encodeURIComponent(value))
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: bodyOf(answer),
      text: answer.body,
      bytes: answer.rawPayload,
    }
  }
  return {
    id: '',
    email,
    send,
    cookies,
    get: (url, headers) => send('GET', url, undefined, headers),
    post: (url, body = {}, headers) => send('POST', url, body, headers),
    patch: (url, body = {}, headers) => send('PATCH', url, body, headers),
    delete: (url, body, headers) => send('DELETE', url, body, headers),
  }
}

const bodyOf = (answer: LightMyRequestResponse): unknown =>
  /[/+]json/.test(String(answer.headers['content-type'])) && answer.body !== '' ? JSON.parse(answer.body) : undefined

/** Polls until `check` answers something true. */
export const eventually = async <T>(check: () => Promise<T> | T, withinMs = 60_000): Promise<NonNullable<T>> => {
  const end = Date.now() + withinMs
  for (;;) {
    const result = await check()
    if (result) return result
    if (Date.now() > end) throw new Error(`never came true: ${check}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
