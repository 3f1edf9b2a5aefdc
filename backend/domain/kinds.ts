import { billingKind } from './billing.ts'
import { campaignsKind } from './campaigns.ts'
import { checksKind } from './checks.ts'
import { collectionsKind } from './collections.ts'
import { conjurationsKind } from './conjurations.ts'
import { conversationsKind } from './conversations.ts'
import { couponsKind } from './coupons.ts'
import { creditsKind } from './credits.ts'
import type { Refusals } from './decider.ts'
import { exportsKind } from './exports.ts'
import { generationsKind } from './generations.ts'
import { graphsKind } from './graphs.ts'
import { imagesKind } from './images.ts'
import type { Kind } from './kind.ts'
import { looksKind } from './looks.ts'
import { mapsKind } from './maps.ts'
import { modelsKind } from './models.ts'
import { operationsKind } from './operations.ts'
import { quotesKind } from './quotes.ts'
import { receiptsKind } from './receipts.ts'
import { reconciliationKind } from './reconciliation.ts'
import { recordingsKind } from './recordings.ts'
import { relationshipsKind } from './relationships.ts'
import { replyTemplatesKind } from './reply-templates.ts'
import { segmentsKind } from './segments.ts'
import { sessionsKind } from './sessions.ts'
import { supportKind } from './support.ts'
import { tablesKind } from './tables.ts'
import { templatesKind } from './templates.ts'
import { textsKind } from './texts.ts'
import { transcriptsKind } from './transcripts.ts'
import { usersKind } from './users.ts'
import { writingsKind } from './writings.ts'

/** All kinds of things: the one list for every layer and the browser. `things.ts` lists what the server adds to them. */
export const kinds = [
  campaignsKind,
  collectionsKind,
  conjurationsKind,
  segmentsKind,
  textsKind,
  imagesKind,
  modelsKind,
  mapsKind,
  tablesKind,
  graphsKind,
  relationshipsKind,
  templatesKind,
  generationsKind,
  writingsKind,
  conversationsKind,
  transcriptsKind,
  recordingsKind,
  operationsKind,
  usersKind,
  sessionsKind,
  supportKind,
  receiptsKind,
  billingKind,
  couponsKind,
  creditsKind,
  looksKind,
  quotesKind,
  reconciliationKind,
  replyTemplatesKind,
  exportsKind,
  checksKind,
] as const

type Each = (typeof kinds)[number]
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Schemas of all events by type. */
export type Events = Intersection<Each['events']>
export type EventType = keyof Events

type RefusalsOf<One> = One extends { refusals: infer R } ? R : never
/** Codes of all rejections of all rules. */
export type RefusalCode = keyof Intersection<RefusalsOf<Each>>

// biome-ignore lint/suspicious/noExplicitAny: the types of a kind's events are erased where all kinds are handled alike
const all: readonly Kind<any>[] = kinds

/** Merges the records that the kinds have under this name. */
const gather = <Name extends 'events' | 'refusals' | 'references' | 'editorsOnly' | 'access'>(
  name: Name,
): Readonly<NonNullable<Kind[Name]>> => Object.assign({}, ...all.map((kind) => kind[name]))

export const events = gather('events')
export const refusals = gather('refusals') as Readonly<Record<RefusalCode, Refusals[string]>>
export const references = gather('references')
export const editorsOnly = gather('editorsOnly')
export const access = gather('access')

/** Maps an event to the id of its thing, by stream category. Categories whose streams are named after the thing have no entry. */
export const items: Readonly<Record<string, (data: Record<string, unknown>) => unknown>> = Object.fromEntries(
  all.flatMap(({ item }) => (item ? [[item.category, item.of]] : [])),
)
