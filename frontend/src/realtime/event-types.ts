import type { z } from 'zod'
import type { billingEvents } from '#domain/billing-events.ts'
import type { campaignEvents } from '#domain/campaigns.ts'
import type { checkEvents } from '#domain/checks.ts'
import type { collectionEvents } from '#domain/collections.ts'
import type { conjurationEvents } from '#domain/conjurations.ts'
import type { conversationEvents } from '#domain/conversations.ts'
import type { couponEvents } from '#domain/coupons.ts'
import type { creditEvents } from '#domain/credit-events.ts'
import type { MessageOf } from '#domain/decider.ts'
import type { exportEvents } from '#domain/exports.ts'
import type { generationEvents } from '#domain/generations.ts'
import type { graphEvents } from '#domain/graphs.ts'
import type { imageEvents } from '#domain/images.ts'
import type { lookEvents } from '#domain/looks.ts'
import type { planEvents } from '#domain/map-plan.ts'
import type { mapEvents } from '#domain/maps.ts'
import type { Envelope } from '#domain/metadata.ts'
import type { modelEvents } from '#domain/models.ts'
import type { operationEvents } from '#domain/operations.ts'
import type { quoteEvents } from '#domain/quotes.ts'
import type { receiptEvents } from '#domain/receipts.ts'
import type { reconciliationEvents } from '#domain/reconciliation.ts'
import type { recordingEvents } from '#domain/recordings.ts'
import type { relationshipEvents } from '#domain/relationships.ts'
import type { replyEvents } from '#domain/reply-templates.ts'
import type { segmentEvents } from '#domain/segments.ts'
import type { sessionEvents } from '#domain/sessions.ts'
import type { supportEvents } from '#domain/support.ts'
import type { tableEvents } from '#domain/tables.ts'
import type { templateEvents } from '#domain/templates.ts'
import type { textEvents } from '#domain/text-events.ts'
import type { transcriptEvents } from '#domain/transcripts.ts'
import type { userEvents } from '#domain/users.ts'
import type { writingEvents } from '#domain/writings.ts'

type Events = typeof campaignEvents &
  typeof collectionEvents &
  typeof conjurationEvents &
  typeof conversationEvents &
  typeof billingEvents &
  typeof couponEvents &
  typeof creditEvents &
  typeof graphEvents &
  typeof imageEvents &
  typeof lookEvents &
  typeof mapEvents &
  typeof modelEvents &
  typeof planEvents &
  typeof quoteEvents &
  typeof tableEvents &
  typeof operationEvents &
  typeof receiptEvents &
  typeof reconciliationEvents &
  typeof recordingEvents &
  typeof checkEvents &
  typeof exportEvents &
  typeof relationshipEvents &
  typeof segmentEvents &
  typeof generationEvents &
  typeof templateEvents &
  typeof sessionEvents &
  typeof supportEvents &
  typeof replyEvents &
  typeof textEvents &
  typeof transcriptEvents &
  typeof userEvents &
  typeof writingEvents

/** Names of all events, so that a misspelt name does not compile. */
export type EventType = keyof Events

/** A stored event as the feed delivers it. */
export type StoredEvent = Omit<Envelope, 'type' | 'data'> & MessageOf<Events>

/** An event that an action will most likely cause, with as much of its data as the views on screen need. */
export type Guess = { [Type in EventType]: { type: Type; data: Partial<z.infer<Events[Type]>> } }[EventType]
