import { billingEvents } from '#domain/billing-events.ts'
import { campaignEvents } from '#domain/campaigns.ts'
import { checkEvents } from '#domain/checks.ts'
import { collectionEvents } from '#domain/collections.ts'
import { conjurationEvents } from '#domain/conjurations.ts'
import { conversationEvents } from '#domain/conversations.ts'
import { couponEvents } from '#domain/coupons.ts'
import { creditEvents } from '#domain/credit-events.ts'
import { exportEvents } from '#domain/exports.ts'
import { generationEvents } from '#domain/generations.ts'
import { graphEvents } from '#domain/graphs.ts'
import { imageEvents } from '#domain/images.ts'
import { lookEvents } from '#domain/looks.ts'
import { planEvents } from '#domain/map-plan.ts'
import { mapEvents } from '#domain/maps.ts'
import { modelEvents } from '#domain/models.ts'
import { operationEvents } from '#domain/operations.ts'
import { quoteEvents } from '#domain/quotes.ts'
import { receiptEvents } from '#domain/receipts.ts'
import { reconciliationEvents } from '#domain/reconciliation.ts'
import { recordingEvents } from '#domain/recordings.ts'
import { relationshipEvents } from '#domain/relationships.ts'
import { replyEvents } from '#domain/reply-templates.ts'
import { segmentEvents } from '#domain/segments.ts'
import { sessionEvents } from '#domain/sessions.ts'
import { supportEvents } from '#domain/support.ts'
import { tableEvents } from '#domain/tables.ts'
import { templateEvents } from '#domain/templates.ts'
import { textEvents } from '#domain/text-events.ts'
import { transcriptEvents } from '#domain/transcripts.ts'
import { userEvents } from '#domain/users.ts'
import { writingEvents } from '#domain/writings.ts'

/** The types of events that this build knows. Of the schemas, a browser needs no more than these names. */
export const eventTypes: readonly string[] = [
  ...[billingEvents, campaignEvents, collectionEvents, conjurationEvents, couponEvents, creditEvents],
  ...[graphEvents, imageEvents, mapEvents, tableEvents, operationEvents, receiptEvents],
  ...[modelEvents, quoteEvents, reconciliationEvents, recordingEvents],
  ...[checkEvents, conversationEvents, exportEvents, planEvents, lookEvents, relationshipEvents, segmentEvents],
  ...[
    sessionEvents,
    supportEvents,
    replyEvents,
    templateEvents,
    textEvents,
    transcriptEvents,
    userEvents,
    writingEvents,
    generationEvents,
  ],
].flatMap((events) => Object.keys(events))
