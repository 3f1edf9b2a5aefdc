import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type pg from 'pg'
import type { AnyDecider } from '#domain/decider.ts'
import type { ReceiptSetting } from '#domain/receipts.ts'
import type { Quotas } from '#domain/storage.ts'
import { topicOf } from '#domain/topics.ts'
import type { EventStore } from '#eventstore'
import type { AnyView } from '#projections/view.ts'
import type { Signing } from '../audit/chain/signing.ts'
import type { PaidWork } from '../commands/credits/paid-work.ts'
import type { Kinds, ReportProgress } from '../commands/operations/perform.ts'
import type { MoveInto } from '../commands/storage/moves-in.ts'
import type { TrashKind } from '../commands/trash/kind.ts'
import type { Deps } from '../http/deps.ts'
import type { RequestCounter } from '../platform/request-counter.ts'
import type { Files } from '../providers/files.ts'
import type { HeadWitness } from '../providers/head-witness.ts'
import type { ImageEdits } from '../providers/image-edits.ts'
import type { Images } from '../providers/images.ts'
import type { Mailer } from '../providers/mail.ts'
import type { ConvertModel, ModelProvider } from '../providers/models.ts'
import type { Payments } from '../providers/payments.ts'
import type { TextModel } from '../providers/text-model.ts'
import type { Transcriber } from '../providers/transcription.ts'
import type { UntrustedInput } from '../providers/untrusted-input.ts'
import type { AccountData } from '../queries/exports/account-data.ts'
import type { Cancellations } from '../reactors/cancellations.ts'
import type { AnyReactor } from '../reactors/reactor.ts'
import type { Publish } from '../realtime/topics/topics.ts'
import type { Erasure, StoredFiles } from '../sealing/forget.ts'

/** Dependencies of reactors, for their effects on the outside world. */
export interface ReactorDeps {
  pool: pg.Pool
  store: EventStore
  /** Options for dedicated connections. */
  postgres: pg.ClientConfig
  /** The log as it is stored: sealed. */
  sealedStore: Pick<EventStore, 'read' | 'readAll'>
  signing: Signing
  /** Destinations of signed chain heads outside the database. */
  witnesses: readonly HeadWitness[]
  files: Files
  /** Its `models` are the slugs of the models that this installation offers. */
  images: Images
  imageEdits: readonly ImageEdits[]
  models: ModelProvider
  convertModel: ConvertModel
  textModel: TextModel
  /** Absent if no server transcribes recordings. */
  transcriber?: Transcriber | undefined
  /** Parses data that users upload and text that models write. */
  untrusted: UntrustedInput
  mailer: Mailer
  /** The public URL of this installation, without a path. */
  baseUrl: string
  /** An e-mail address or a web page; absent if not configured. */
  supportContact?: string | undefined
  /** Absent where payments are not set up. */
  payments?: Payments | undefined
  /** Absent where the settings name no issuer: then no receipts are issued. */
  receipts?: ReceiptSetting | undefined
  welcomeCredits: number
  /** True if mail is sent; otherwise it waits in the outbox. */
  sendsMail: boolean
  quotas: Quotas
  imageDeadlineMs: number
  modelDeadlineMs: number
  /** The shop that receives requests for printed miniatures by mail; absent if not configured. */
  minisShopMail?: string | undefined
  /** Timeout after which a hold whose work never began is released; the reactor's own by default. */
  abandonedAfterMs?: number
  /** Minimum time between two updates of lists by one text, in milliseconds; a minute by default. */
  settleTextsMs?: number
  /** Delay until a changed text is indexed for search, in milliseconds; the reactor's own by default. */
  indexTextsMs?: number
  cancellations: Cancellations
  /** Open requests of this process. */
  requests: Pick<RequestCounter, 'waitUntilIdle'>
  /** Publishes transient messages, such as the progress of an operation. */
  publish: Publish
}

/** The context of operations: all of a process share `moveInto`. */
interface OperationDeps extends ReactorDeps {
  moveInto: MoveInto
  /** The account data of all things. */
  accountData: readonly AccountData[]
}

/** The server's part of a kind of thing. Its rules are in their own file of `domain/`. */
export interface Thing {
  /** Its deciders; its history is folded from their streams. */
  rules?: readonly AnyDecider[]
  /** Its read models in PostgreSQL; each has its `.sql` file. */
  views?: readonly AnyView[]
  routes?: readonly ((deps: Deps) => FastifyPluginAsyncZod)[]
  reactors?: (deps: ReactorDeps) => AnyReactor[]
  /** Its operations on many things at once. */
  operations?: (deps: OperationDeps) => Kinds
  /** Its kinds of work that are paid with held credits. */
  paidWork?: readonly PaidWork[]
  /** Its items that can be in the Trash. */
  trash?: TrashKind
  /** Its files: `npm run orphans` searches for those that nothing names, and forgetting removes them. */
  storedFiles?: StoredFiles
  /** Its personal data outside of events, views and files, which forgetting a user or campaign must erase too. */
  erasure?: Erasure
  /** Its part of an account's export. */
  accountData?: AccountData
}

export const percent = (share: number) => ({ done: Math.round(share * 100), total: 100 })

/** Publishes the progress of an operation on its topic. */
export const publishProgress =
  (publish: Publish): ReportProgress =>
  (operationId, stage, done) =>
    publish(topicOf('operation', operationId), 'progress', { stage, done })
