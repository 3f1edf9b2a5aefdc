import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type pg from 'pg'
import type { AnyDecider } from '#domain/decider.ts'
import type { Links } from '#domain/me.ts'
import type { Quotas } from '#domain/storage.ts'
import type { EventStore } from '#eventstore'
import type { Signing } from '../audit/chain/signing.ts'
import type { UserTokens } from '../auth/user-tokens.ts'
import type { Auth } from '../auth.ts'
import type { InviteCodes } from '../commands/campaigns/invite-codes.ts'
import type { Dispatcher } from '../commands/dispatch.ts'
import type { InstallationFacts } from '../installation.ts'
import type { Watched } from '../platform/dependency.ts'
import type { RequestCounter } from '../platform/request-counter.ts'
import type { WorkBudget, WorkRate } from '../platform/work-budget.ts'
import type { DiscordAccounts } from '../providers/discord.ts'
import type { Experiments } from '../providers/experiments.ts'
import type { Files } from '../providers/files.ts'
import type { ImageEdits } from '../providers/image-edits.ts'
import type { Images } from '../providers/images.ts'
import type { Mailer, Outbox } from '../providers/mail.ts'
import type { ModelProvider } from '../providers/models.ts'
import type { Payments } from '../providers/payments.ts'
import type { StoryVault } from '../providers/story-vault.ts'
import type { TextModel } from '../providers/text-model.ts'
import type { Transcriber } from '../providers/transcription.ts'
import type { UntrustedInput } from '../providers/untrusted-input.ts'
import type { ChannelWatermarks } from '../realtime/channel-watermarks.ts'
import type { GenerationEnds, OperationEnds } from '../realtime/operation-ends.ts'
import type { Progress } from '../realtime/progress.ts'
import type { PageHosts } from './csp.ts'
import type { SimulatedStripeAt } from './simulated-stripe.ts'

/** Requests per minute: `everyone` and `files` per client; `generation`, and checks of their own `passwords`, per user. */
export interface Limits {
  everyone: number
  files: number
  generation: number
  passwords: number
  /** Work per account, in units of `platform/work-budget.ts`: of its commands (`editing`) and of its answers (`reading`). */
  editing: WorkRate
  reading: WorkRate
  /** Bytes of files that are sent to one client. */
  fileBytes: WorkRate
  /** Requests of one client that are executed at once; 0: any number. */
  requestsAtOnce: number
  /** Requests in progress beyond which an overloaded process refuses new ones as busy; 0: never. */
  requestsInProgress: number
}

export type WorkBudgets = Readonly<Record<'editing' | 'reading', WorkBudget>>

/** Dependencies of the HTTP application, provided by `main.ts` and the tests. */
export interface Deps {
  /** The routes of the API, except authentication. */
  routes: readonly ((deps: Deps) => FastifyPluginAsyncZod)[]
  version: string
  /** The public address of this installation; its origin and `origins` may send changing requests. */
  baseUrl: string
  origins: readonly string[]
  trustProxy: boolean | number | string
  pool: pg.Pool
  store: Pick<EventStore, 'head' | 'read' | 'subscribe'>
  /** The rules of every stream, by its category. */
  rules: ReadonlyMap<string, AnyDecider>
  /** The log in its stored form, with encrypted texts. */
  sealedStore: Pick<EventStore, 'read' | 'readAll'>
  /** The key that signs heads of the audit chain and exports. */
  signing: Signing
  /** Open requests of this process. */
  requests: RequestCounter
  /** The dispatcher of all commands, which also reads the present state of streams. */
  handler: Dispatcher
  /** Milliseconds since 1970, by the clock that all processes share and events are dated by. */
  now(): number
  auth: Auth
  files: Files
  /** Image generation; its `models` are those that this installation offers. */
  images: Images
  /** Image editors. The first one that offers a tool is its default; requests may name another. */
  imageEdits: readonly ImageEdits[]
  models: ModelProvider
  textModel: TextModel
  /** Absent where no server transcribes recordings. */
  transcriber?: Transcriber | undefined
  /** Parses users' input outside of the event loop. */
  untrusted: UntrustedInput
  /** The simulated payment provider that browsers are proxied to; absent if payments are not simulated. */
  simulatedStripe?: SimulatedStripeAt | undefined
  /** Absent where Discord is not set up. */
  discord?: DiscordAccounts | undefined
  /** Absent where Story Vault is not set up. */
  storyVault?: StoryVault | undefined
  userTokens: UserTokens
  /** Absent where payments are not set up. */
  payments?: Payments | undefined
  mailer: Mailer
  /** Storage of unsent mail; absent if mail is sent by SMTP. */
  outbox?: Pick<Outbox, 'list' | 'find'> | undefined
  inviteCodes: InviteCodes
  progress: Progress
  operationEnd: OperationEnds
  generationEnd: GenerationEnds
  watermarks: ChannelWatermarks
  /** Called for each cacheable request; `found` is true if the response cache had a valid answer. */
  observeResponseCache?: (found: boolean) => void
  /** Names of the views that stopped at an event that they could not apply. */
  stoppedViews(): Promise<string[]>
  /** Returns the reason why the event store's log is not the one that the views were built from; undefined if it is. */
  anotherLog(): string | undefined
  /** External dependencies of this process with their present failures. */
  dependencies?: readonly Pick<Watched, 'name' | 'failure'>[] | undefined
  /** Number of lost connections to the event store since this process started. */
  storeReconnects?: (() => number) | undefined
  /** Facts about this machine and its settings. */
  installation: InstallationFacts
  /** Number of open sockets of this process. */
  openSockets?: () => number
  /** Metrics of this process in Prometheus' format. */
  metrics: { read(): Promise<{ type: string; text: string }> }
  /** Token that permits reading the metrics; without it only admins may. */
  metricsToken: string | undefined
  /** Registers hooks that observe every request, including refused ones. */
  observe?: (app: FastifyInstance) => void
  /** Registers `GET /api/realtime`. */
  realtime?: (app: FastifyInstance) => Promise<void>
  experiments: readonly string[]
  /** Absent where no service decides experiments. */
  remoteExperiments?: Experiments | undefined
  /** Names that new users can choose as the source from which they heard of the product. */
  influencers: readonly string[]
  /** An e-mail address or the address of a page for people who need help. */
  supportContact?: string | undefined
  /** Addresses of pages about this installation on other sites. */
  links: Links
  limits: Limits
  /** Storage limits of accounts and campaigns. */
  quotas: Quotas
  /** The accounts' remaining budgets of `limits.editing` and `limits.reading`. */
  work: WorkBudgets
  /** Key that identifies the machine's operator, whose commands have no rate limit. */
  operatorKey?: string | undefined
  /** Third-party hosts whose scripts run in the web app's pages. */
  pageHosts?: PageHosts
  /** Folder of the built web app; absent if another server delivers it. */
  webApp?: string | undefined
  logger: FastifyBaseLogger | false
}
