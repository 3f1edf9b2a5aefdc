import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type pg from 'pg'
import { billing } from '#domain/billing.ts'
import { campaigns } from '#domain/campaigns.ts'
import { checking } from '#domain/checks.ts'
import { collections } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { conversations } from '#domain/conversations.ts'
import { coupons } from '#domain/coupons.ts'
import { credits } from '#domain/credits.ts'
import type { AnyDecider } from '#domain/decider.ts'
import { exported } from '#domain/exports.ts'
import { generations } from '#domain/generations.ts'
import { graphs } from '#domain/graphs.ts'
import { images } from '#domain/images.ts'
import { looks } from '#domain/looks.ts'
import { maps } from '#domain/maps.ts'
import { models } from '#domain/models.ts'
import { operations } from '#domain/operations.ts'
import { quotes } from '#domain/quotes.ts'
import { type ReceiptSetting, receipts } from '#domain/receipts.ts'
import { reconciliation } from '#domain/reconciliation.ts'
import { recordings } from '#domain/recordings.ts'
import { relationships } from '#domain/relationships.ts'
import { replyTemplates } from '#domain/reply-templates.ts'
import { sessions } from '#domain/sessions.ts'
import type { Quotas } from '#domain/storage.ts'
import { support } from '#domain/support.ts'
import { tables } from '#domain/tables.ts'
import { templates } from '#domain/templates.ts'
import { texts } from '#domain/texts.ts'
import { topicOf } from '#domain/topics.ts'
import { transcripts } from '#domain/transcripts.ts'
import { users } from '#domain/users.ts'
import { writings } from '#domain/writings.ts'
import type { EventStore } from '#eventstore'
import { accessView } from '#projections/access.ts'
import { accountStreamsView } from '#projections/account-streams.ts'
import { accountsView } from '#projections/accounts.ts'
import { campaignFilesView, campaignsView, invitationsView, membersView } from '#projections/campaigns.ts'
import { checksView } from '#projections/checks.ts'
import { collectionsView } from '#projections/collections.ts'
import { conjurationsView } from '#projections/conjurations.ts'
import { conversationFilesView, conversationsView } from '#projections/conversations.ts'
import { couponsView } from '#projections/coupons.ts'
import { creditTransactionsView } from '#projections/credit-transactions.ts'
import { differencesView } from '#projections/differences.ts'
import { exportsView } from '#projections/exports.ts'
import { generationsView } from '#projections/generations.ts'
import { graphPlacesView } from '#projections/graph-places.ts'
import { imageEditsView } from '#projections/image-edits.ts'
import { imagesView } from '#projections/images.ts'
import { looksView } from '#projections/looks.ts'
import { modelsView } from '#projections/models.ts'
import { operationsView } from '#projections/operations.ts'
import { type IsOwn, ownEvents } from '#projections/own-events.ts'
import { paymentReturnsView } from '#projections/payment-returns.ts'
import { paymentsView } from '#projections/payments.ts'
import { placementsView } from '#projections/placements.ts'
import { quotesView } from '#projections/quotes.ts'
import { receiptsView } from '#projections/receipts.ts'
import { reconciliationsView } from '#projections/reconciliations.ts'
import { recordingsView } from '#projections/recordings.ts'
import { refundRequestsView } from '#projections/refund-requests.ts'
import { relationshipsView } from '#projections/relationships.ts'
import { segmentImagesView } from '#projections/segment-images.ts'
import { segmentsView } from '#projections/segments.ts'
import { subscriptionsView } from '#projections/subscriptions.ts'
import { supportAnswersView, supportRequestsView } from '#projections/support-requests.ts'
import { tabled } from '#projections/tabled.ts'
import { tablesView } from '#projections/tables.ts'
import { templatesView, templateUsesView } from '#projections/templates.ts'
import { textsView } from '#projections/texts.ts'
import { transcriptsView } from '#projections/transcripts.ts'
import type { AnyView } from '#projections/view.ts'
import { walletsView } from '#projections/wallets.ts'
import { writingsView } from '#projections/writings.ts'
import type { Signing } from './audit/chain/signing.ts'
import { checkCommands } from './commands/admin/checks.ts'
import { outboxRoutes } from './commands/admin/outbox.ts'
import { testMailCommand } from './commands/admin/test-mail.ts'
import { exportCommands } from './commands/audit/exports.ts'
import { lookCommands } from './commands/audit/looks.ts'
import { cardCommands } from './commands/billing/cards.ts'
import { purchaseCommand } from './commands/billing/purchase.ts'
import { reconcileCommand } from './commands/billing/reconcile.ts'
import { refundCommand } from './commands/billing/refund.ts'
import { refundRequestCommand } from './commands/billing/refund-request.ts'
import { subscriptionCommands } from './commands/billing/subscription.ts'
import { billingWebhook } from './commands/billing/webhook.ts'
import { campaignFileCommands } from './commands/campaigns/files.ts'
import { invitationCommands } from './commands/campaigns/invitations.ts'
import { campaignMemberCommands } from './commands/campaigns/members.ts'
import { campaignCommands } from './commands/campaigns/routes.ts'
import { sampleCommand } from './commands/campaigns/sample.ts'
import { trashedFiles } from './commands/campaigns/trashed-files.ts'
import { collectedConjurationCommands } from './commands/collections/conjurations.ts'
import { copyCollection, copyCollectionCommands } from './commands/collections/copy.ts'
import { collectionCommands } from './commands/collections/routes.ts'
import { trashedCollections } from './commands/collections/trash.ts'
import { bulkConjurationCommands } from './commands/conjurations/bulk.ts'
import { changeConjurations } from './commands/conjurations/change-many.ts'
import { copyConjurationCommands } from './commands/conjurations/copy.ts'
import { conjurationHistoryCommands } from './commands/conjurations/history.ts'
import { deleteConjurations, moveConjurations } from './commands/conjurations/operations.ts'
import { returnConjurations } from './commands/conjurations/return-conjurations.ts'
import { conjurationCommands } from './commands/conjurations/routes.ts'
import { trashedConjurations } from './commands/conjurations/trash.ts'
import { attachedFileCommands } from './commands/conversations/files.ts'
import { proposalCommands } from './commands/conversations/proposals.ts'
import { conversationCommands } from './commands/conversations/routes.ts'
import { couponCommands } from './commands/coupons/routes.ts'
import type { PaidWork } from './commands/credits/paid-work.ts'
import { exportAccount } from './commands/exports/export-account.ts'
import { exportLore } from './commands/exports/export-lore.ts'
import { loreExportCommands } from './commands/exports/routes.ts'
import { bulkImageCommands } from './commands/images/bulk.ts'
import { editCommands } from './commands/images/edits.ts'
import { deleteImages, moveImages, restoreImages } from './commands/images/operations.ts'
import { paidEdits } from './commands/images/paid-edits.ts'
import { paidImages } from './commands/images/paid-images.ts'
import { imageCommands } from './commands/images/routes.ts'
import { tokenCommands } from './commands/images/tokens.ts'
import { trashedImages } from './commands/images/trash.ts'
import { uploadCommand } from './commands/images/upload.ts'
import { importCampaign } from './commands/imports/import-campaign.ts'
import { importCommands } from './commands/imports/routes.ts'
import { keepKey } from './commands/maps/keep-key.ts'
import { mapKeyCommands } from './commands/maps/key.ts'
import { planCommands } from './commands/maps/plan.ts'
import { mapCommands } from './commands/maps/routes.ts'
import { tableCommands } from './commands/maps/table.ts'
import { moveModels } from './commands/models/operations.ts'
import { paidModels } from './commands/models/paid-models.ts'
import { quoteCommands } from './commands/models/quotes.ts'
import { modelCommands } from './commands/models/routes.ts'
import { trashedModels } from './commands/models/trash.ts'
import type { Kinds, ReportProgress } from './commands/operations/perform.ts'
import { operationCommands } from './commands/operations/routes.ts'
import { copyPast } from './commands/past/copy.ts'
import { restorePast } from './commands/past/restore.ts'
import { pastCommands } from './commands/past/routes.ts'
import { recordingCommands } from './commands/recordings/routes.ts'
import { graphPlaceCommands } from './commands/relationships/places.ts'
import { relationshipCommands } from './commands/relationships/routes.ts'
import { trashedRelationships } from './commands/relationships/trash.ts'
import { convertCommand } from './commands/segments/convert.ts'
import { segmentGalleryCommands } from './commands/segments/gallery.ts'
import { segmentCommands } from './commands/segments/routes.ts'
import { trashedSegments } from './commands/segments/trash.ts'
import { supportInbox, supportInboxCommands } from './commands/support/inbox.ts'
import { replyTemplateRoutes } from './commands/support/reply-templates.ts'
import { supportRequests, visitorSupportRequests } from './commands/support/requests.ts'
import { supportScreenshots } from './commands/support/screenshots.ts'
import { generationCommands } from './commands/templates/generate.ts'
import { paidGenerations } from './commands/templates/paid-generations.ts'
import { templateCommands } from './commands/templates/routes.ts'
import { emptyLoreCommands } from './commands/templates/start-empty.ts'
import { textCommands } from './commands/texts/routes.ts'
import { textVersionCommands } from './commands/texts/versions.ts'
import { transcriptCommands } from './commands/transcripts/routes.ts'
import { trashedTranscripts } from './commands/transcripts/trash.ts'
import type { TrashKind } from './commands/trash/kind.ts'
import { purgeFromTrash, restoreFromTrash } from './commands/trash/operations.ts'
import { purgeCommands } from './commands/trash/purge.ts'
import { trashCommands } from './commands/trash/routes.ts'
import { adminCommands } from './commands/users/admin.ts'
import { connectionRoutes } from './commands/users/connections.ts'
import { emailCommands } from './commands/users/email.ts'
import { ownAccountCommands } from './commands/users/own-account.ts'
import { securityRoutes } from './commands/users/security.ts'
import { standingCommands } from './commands/users/standing.ts'
import { storyVaultCommands } from './commands/users/story-vault.ts'
import { llmCommands } from './commands/writings/llms.ts'
import { writingCommands } from './commands/writings/routes.ts'
import type { Deps } from './http/deps.ts'
import { health } from './http/health.ts'
import { mayEditBy } from './http/policy.ts'
import type { Files } from './providers/files.ts'
import type { HeadWitness } from './providers/head-witness.ts'
import { editorFor, type ImageEdits } from './providers/image-edits.ts'
import type { Images } from './providers/images.ts'
import { findModel } from './providers/known-models.ts'
import type { Mailer } from './providers/mail.ts'
import type { ConvertModel, ModelProvider } from './providers/models.ts'
import type { Payments } from './providers/payments.ts'
import type { TextModel } from './providers/text-model.ts'
import type { Transcriber } from './providers/transcription.ts'
import type { UntrustedInput } from './providers/untrusted-input.ts'
import { couponQueries } from './queries/admin/coupons.ts'
import { adminEventQueries } from './queries/admin/events.ts'
import { adminFindQueries } from './queries/admin/find.ts'
import { installationHealthQueries } from './queries/admin/health.ts'
import { installationQueries } from './queries/admin/installation.ts'
import { adminLogQueries } from './queries/admin/log.ts'
import { adminPaymentQueries } from './queries/admin/payments.ts'
import { quoteQueries } from './queries/admin/quotes.ts'
import { reconciliationQueries } from './queries/admin/reconciliations.ts'
import { streamStateQueries } from './queries/admin/streams.ts'
import { adminUserQueries } from './queries/admin/users.ts'
import { auditAccountQueries } from './queries/audit/accounts.ts'
import { chainQueries } from './queries/audit/chain.ts'
import { exportQueries } from './queries/audit/exports.ts'
import { ledgerQueries } from './queries/audit/ledger.ts'
import { replayQueries } from './queries/audit/replay.ts'
import { paymentQueries } from './queries/billing/payments.ts'
import { billingQueries } from './queries/billing/routes.ts'
import { campaignFileQueries } from './queries/campaigns/files.ts'
import { invitationQueries } from './queries/campaigns/invitations.ts'
import { campaignQueries } from './queries/campaigns/routes.ts'
import { collectionQueries } from './queries/collections/routes.ts'
import { collectionTreeQueries } from './queries/collections/tree.ts'
import { conjurationHistoryQueries } from './queries/conjurations/history.ts'
import { conjurationQueries } from './queries/conjurations/routes.ts'
import { attachedFileQueries } from './queries/conversations/files.ts'
import { conversationQueries } from './queries/conversations/routes.ts'
import { experimentQueries } from './queries/experiments.ts'
import { loreExportQueries } from './queries/exports/routes.ts'
import { editingQueries } from './queries/images/editing.ts'
import { imageFileQueries } from './queries/images/files.ts'
import { modelQueries } from './queries/images/models.ts'
import { readingQueries } from './queries/images/readings.ts'
import { imageQueries } from './queries/images/routes.ts'
import { imageUsageQueries } from './queries/images/usage.ts'
import { mapFileQueries } from './queries/maps/files.ts'
import { mapQueries } from './queries/maps/routes.ts'
import { tableQueries } from './queries/maps/table.ts'
import { modelFileQueries } from './queries/models/files.ts'
import { modelQueries as threeDModelQueries } from './queries/models/routes.ts'
import { operationQueries } from './queries/operations/routes.ts'
import { pastQueries } from './queries/past/routes.ts'
import { recordingQueries } from './queries/recordings/routes.ts'
import { relationshipQueries } from './queries/relationships/routes.ts'
import { findQueries } from './queries/search/find.ts'
import { searchQueries } from './queries/search/routes.ts'
import { segmentQueries } from './queries/segments/routes.ts'
import { usageQueries } from './queries/storage/routes.ts'
import { generationQueries } from './queries/templates/generations.ts'
import { templateQueries } from './queries/templates/routes.ts'
import { textHistoryQueries } from './queries/texts/history.ts'
import { textQueries } from './queries/texts/routes.ts'
import { transcriptQueries } from './queries/transcripts/routes.ts'
import { trashQueries } from './queries/trash/routes.ts'
import { emailQueries } from './queries/users/email.ts'
import { userQueries } from './queries/users/routes.ts'
import { writingQueries } from './queries/writings/routes.ts'
import { answerMessages, purgeConversations } from './reactors/answer-messages.ts'
import { bringLateLoreToRoot } from './reactors/bring-late-lore-to-root.ts'
import type { Cancellations } from './reactors/cancellations.ts'
import { convertModels } from './reactors/convert-models.ts'
import { discardBlankLore } from './reactors/discard-blank-lore.ts'
import { editImages, expireEdits } from './reactors/edit-images.ts'
import { emptyCollections } from './reactors/empty-collections.ts'
import { endPlans } from './reactors/end-plans.ts'
import { eraseVisitorRequests, removeScreenshots } from './reactors/erase-support.ts'
import { expireAttachments } from './reactors/expire-attachments.ts'
import { expireGenerations } from './reactors/expire-generations.ts'
import { expireImages } from './reactors/expire-images.ts'
import { forgetExpiredReceipts } from './reactors/expire-receipts.ts'
import { generateImages } from './reactors/generate-images.ts'
import { expireModels, generateModels } from './reactors/generate-models.ts'
import { grantPaidCredits } from './reactors/grant-paid-credits.ts'
import { grantPlanCredits } from './reactors/grant-plan-credits.ts'
import { grantTierCredits } from './reactors/grant-tier-credits.ts'
import { issueReceipts, mailReceipts } from './reactors/issue-receipts.ts'
import { lapsePlans } from './reactors/lapse-plans.ts'
import { mailFailedRenewals } from './reactors/mail-failed-renewals.ts'
import { mailQuotes } from './reactors/mail-quotes.ts'
import { mailRefundDecisions } from './reactors/mail-refund-decisions.ts'
import { mailSupport } from './reactors/mail-support.ts'
import { giveBackPictures, makeGeneratedLore, showGeneratedPictures } from './reactors/make-generated-lore.ts'
import { expireStatements, makeStatements } from './reactors/make-statements.ts'
import { noteCopies } from './reactors/note-copies.ts'
import { purgeFiles, purgeTrash } from './reactors/purge-files.ts'
import type { AnyReactor } from './reactors/reactor.ts'
import { reconcilePayments } from './reactors/reconcile-payments.ts'
import { redeemPreorders } from './reactors/redeem-preorders.ts'
import { releaseAbandonedHolds } from './reactors/release-abandoned-holds.ts'
import { removeExports } from './reactors/remove-exports.ts'
import { runChecks } from './reactors/run-checks.ts'
import { runOperations } from './reactors/run-operations.ts'
import { settleCredits } from './reactors/settle-credits.ts'
import { indexTexts, settleTexts } from './reactors/settle-texts.ts'
import { syncBilling, syncReceiptAddress } from './reactors/sync-billing.ts'
import { takeBackCredits } from './reactors/take-back-credits.ts'
import { takeMapsBack } from './reactors/take-maps-back.ts'
import { addTranscribed, lapseRecordings, removeSound, transcribeRecordings } from './reactors/transcribe-recordings.ts'
import { welcomeUsers } from './reactors/welcome-users.ts'
import { knowingBy, writeFromTemplates } from './reactors/write-from-templates.ts'
import { writeTexts } from './reactors/write-texts.ts'
import type { Publish } from './realtime/topics/topics.ts'

/** What reactors act on the outside world with. */
export interface ReactorDeps {
  pool: pg.Pool
  store: EventStore
  /** For connections of one's own. */
  postgres: pg.ClientConfig
  /** The log as it is stored: sealed. */
  sealedStore: Pick<EventStore, 'read' | 'readAll'>
  signing: Signing
  /** Where signed heads are put. */
  witnesses: readonly HeadWitness[]
  files: Files
  /** Its `models` are what this installation offers. */
  images: Images
  imageEdits: readonly ImageEdits[]
  models: ModelProvider
  convertModel: ConvertModel
  textModel: TextModel
  /** Absent where no server transcribes recordings. */
  transcriber?: Transcriber | undefined
  /** Reads what users send and models write. */
  untrusted: UntrustedInput
  mailer: Mailer
  /** Where people reach this installation, without a path. */
  baseUrl: string
  /** An e-mail address or the address of a page; absent where none is named. */
  supportContact?: string | undefined
  /** Absent where payments are not set up. */
  payments?: Payments | undefined
  /** Absent where the settings name no issuer: then no receipts are issued. */
  receipts?: ReceiptSetting | undefined
  welcomeCredits: number
  /** Whether mail is sent; otherwise it waits in the outbox. */
  sendsMail: boolean
  quotas: Quotas
  imageDeadlineMs: number
  modelDeadlineMs: number
  /** The shop that is mailed requests for printed miniatures; absent where none is set up. */
  minisShopMail?: string | undefined
  /** Timeout after which a hold whose work never began is released; the reactor's own by default. */
  abandonedAfterMs?: number
  /** How long a text is written in before lists follow; a minute by default. */
  settleTextsMs?: number
  /** After which a changed text is indexed for search; the reactor's own delay by default. */
  indexTextsMs?: number
  cancellations: Cancellations
  /** For transient messages, such as the progress of an operation. */
  publish: Publish
}

/** What a kind of thing brings along. Its rules are its own file of `domain/`. */
interface Thing {
  /** What decides of it, by whose streams its history is folded. */
  rules?: readonly AnyDecider[]
  /** What PostgreSQL keeps of it; each has its `.sql` file. */
  views?: readonly AnyView[]
  routes?: readonly ((deps: Deps) => FastifyPluginAsyncZod)[]
  reactors?: (deps: ReactorDeps) => AnyReactor[]
  /** What is done to many of it as one. */
  operations?: (deps: ReactorDeps) => Kinds
  /** How it ends, where it is paid with held credits. */
  paidWork?: readonly PaidWork[]
  /** What of it can lie in the Trash. */
  trash?: TrashKind
}

/** Every kind of thing there is: the one list. A new kind is an entry here, and nothing else knows of all of them. */
const things: Record<string, Thing> = {
  access: { views: [accessView] },
  users: {
    rules: [users, sessions],
    views: [accountsView],
    routes: [
      ...[userQueries, ownAccountCommands, emailQueries, emailCommands, securityRoutes, connectionRoutes],
      ...[adminUserQueries, adminEventQueries, streamStateQueries, adminFindQueries, adminLogQueries],
      ...[adminCommands, standingCommands, outboxRoutes, storyVaultCommands, experimentQueries],
    ],
    reactors: ({ welcomeCredits, sendsMail }) => [
      ...[welcomeUsers({ amount: welcomeCredits, sendsMail }), grantPlanCredits, grantTierCredits],
      endPlans,
    ],
  },
  billing: {
    rules: [billing, receipts, reconciliation],
    views: [
      ...[subscriptionsView, paymentsView, paymentReturnsView, receiptsView, refundRequestsView],
      ...[reconciliationsView, differencesView],
    ],
    routes: [
      ...[billingQueries, paymentQueries, cardCommands, subscriptionCommands, purchaseCommand],
      adminPaymentQueries,
      ...[billingWebhook, refundCommand, refundRequestCommand, reconcileCommand, reconciliationQueries],
    ],
    reactors: ({ pool, payments, mailer, baseUrl, receipts: setting }) => [
      issueReceipts({ pool, payments, setting }),
      mailReceipts(pool, { mailer, baseUrl }),
      forgetExpiredReceipts(pool),
      mailRefundDecisions(pool, { mailer, baseUrl }),
      syncBilling(pool, payments),
      syncReceiptAddress(pool, payments),
      reconcilePayments(pool, payments),
      lapsePlans(pool, payments),
      mailFailedRenewals(pool, { mailer, baseUrl }),
      ...[grantPaidCredits, takeBackCredits],
    ],
  },
  audit: {
    rules: [looks, exported],
    views: [looksView, accountStreamsView, exportsView],
    routes: [
      ...[lookCommands, auditAccountQueries, ledgerQueries, replayQueries, chainQueries],
      ...[exportCommands, exportQueries],
    ],
    reactors: (deps) => [makeStatements(deps), expireStatements(deps)],
  },
  support: {
    rules: [support, replyTemplates],
    views: [supportRequestsView, supportAnswersView],
    routes: [
      ...[supportRequests, visitorSupportRequests, supportScreenshots],
      ...[supportInbox, supportInboxCommands, replyTemplateRoutes],
    ],
    reactors: ({ pool, files, mailer, baseUrl, supportContact }) => [
      mailSupport(pool, { mailer, baseUrl, supportContact }),
      eraseVisitorRequests(pool),
      removeScreenshots({ pool, files }),
    ],
  },
  coupons: {
    rules: [coupons],
    views: [couponsView],
    routes: [couponQueries, couponCommands],
    reactors: () => [redeemPreorders],
  },
  credits: {
    rules: [credits],
    views: [walletsView, creditTransactionsView],
    reactors: ({ abandonedAfterMs }) => [
      settleCredits(paidWorks()),
      releaseAbandonedHolds(paidWorks(), abandonedAfterMs === undefined ? {} : { delayMs: abandonedAfterMs }),
    ],
  },
  campaigns: {
    rules: [campaigns],
    views: [campaignsView, membersView, campaignFilesView, invitationsView],
    routes: [
      ...[campaignQueries, campaignCommands, sampleCommand, campaignMemberCommands],
      ...[campaignFileQueries, campaignFileCommands],
      ...[invitationQueries, invitationCommands],
    ],
    trash: trashedFiles,
  },
  collections: {
    rules: [collections],
    views: [collectionsView],
    routes: [
      ...[collectionQueries, collectionTreeQueries, collectionCommands, collectedConjurationCommands],
      copyCollectionCommands,
    ],
    operations: ({ pool }) => ({ 'copy-collection': copyCollection({ pool }) }),
    reactors: ({ pool, publish }) => [emptyCollections(pool, passingOn(publish)), bringLateLoreToRoot(pool)],
    trash: trashedCollections,
  },
  conjurations: {
    rules: [conjurations],
    views: [conjurationsView],
    routes: [
      ...[conjurationQueries, conjurationCommands, bulkConjurationCommands, copyConjurationCommands],
      ...[conjurationHistoryQueries, conjurationHistoryCommands],
    ],
    reactors: ({ pool }) => [noteCopies, discardBlankLore(pool)],
    operations: (deps) => ({
      'delete-conjurations': deleteConjurations,
      'move-conjurations': moveConjurations(deps),
      'return-conjurations': returnConjurations(deps),
      'change-conjurations': changeConjurations(deps),
    }),
    trash: trashedConjurations,
  },
  segments: {
    views: [segmentsView, segmentImagesView],
    routes: [segmentQueries, segmentCommands, segmentGalleryCommands, convertCommand],
    trash: trashedSegments,
  },
  texts: {
    rules: [texts],
    views: [textsView],
    routes: [textQueries, textHistoryQueries, textCommands, textVersionCommands],
    reactors: ({ pool, publish, settleTextsMs, indexTextsMs }) => [
      settleTexts(pool, settleTextsMs),
      indexTexts({
        pool,
        delayMs: indexTextsMs,
        publish({ textId, campaignId }) {
          if (campaignId !== null) publish(topicOf('search', campaignId), 'searchable', { textId }, textId)
        },
      }),
    ],
  },
  images: {
    rules: [images],
    views: [imagesView, imageEditsView],
    routes: [
      modelQueries,
      readingQueries,
      imageQueries,
      imageFileQueries,
      imageCommands,
      bulkImageCommands,
      uploadCommand,
      tokenCommands,
      ...[editingQueries, editCommands, imageUsageQueries],
    ],
    reactors: ({ pool, images, imageEdits, files, cancellations, publish, imageDeadlineMs: deadlineMs }) => [
      generateImages({
        painter: painterOf(images),
        files,
        cancellations,
        deadlineMs,
        progress: (imageId, stage, share) =>
          publish(topicOf('image', imageId), 'progress', {
            stage,
            ...(share !== undefined && { done: Math.round(share * 100), total: 100 }),
          }),
      }),
      ...expireImages({ deadlineMs }),
      editImages({
        editor: (tool, provider) => editorFor(imageEdits, tool, provider),
        files,
        cancellations,
        deadlineMs,
        mayEdit: mayEditBy(pool),
        progress: (originalId, share) =>
          publish(topicOf('edits', originalId), 'progress', {
            stage: 'editing',
            done: Math.round(share * 100),
            total: 100,
          }),
      }),
      ...expireEdits({ deadlineMs }),
    ],
    operations: ({ pool, store, quotas }) => ({
      'delete-images': deleteImages,
      'restore-images': restoreImages,
      'move-images': moveImages({ pool, store, quotas }),
    }),
    paidWork: [paidImages, paidEdits],
    trash: trashedImages,
  },
  models: {
    rules: [models, quotes],
    views: [modelsView, quotesView],
    routes: [threeDModelQueries, modelFileQueries, modelCommands, quoteQueries, quoteCommands],
    reactors: ({
      pool,
      models: provider,
      convertModel: convert,
      files,
      publish,
      modelDeadlineMs: deadlineMs,
      ...deps
    }) => [
      mailQuotes(pool, { mailer: deps.mailer, baseUrl: deps.baseUrl, shop: deps.minisShopMail }),
      generateModels({
        provider,
        files,
        deadlineMs,
        progress: (modelId, { stage, share }) =>
          publish(topicOf('model', modelId), 'progress', { stage, ...percent(share) }),
      }),
      ...expireModels({ deadlineMs }),
      convertModels({
        convert,
        files,
        progress: (modelId, targetFormat, { stage, share }) =>
          publish(topicOf('model', modelId), 'conversion', { targetFormat, stage, ...percent(share) }),
      }),
    ],
    operations: ({ pool, store, quotas }) => ({ 'move-models': moveModels({ pool, store, quotas }) }),
    paidWork: [paidModels],
    trash: trashedModels,
  },
  transcripts: {
    rules: [transcripts],
    views: [transcriptsView],
    routes: [transcriptQueries, transcriptCommands],
    trash: trashedTranscripts,
  },
  recordings: {
    rules: [recordings],
    views: [recordingsView],
    routes: [recordingQueries, recordingCommands],
    reactors: ({ pool, files, quotas, untrusted, cancellations, transcriber, publish }) => [
      transcribeRecordings({
        pool,
        files,
        quotas,
        untrusted,
        cancellations,
        transcriber,
        progress: (recordingId, progress) =>
          publish(topicOf('recording', recordingId), 'progress', {
            stage: progress.stage,
            ...(progress.stage === 'sending' && percent(progress.share)),
          }),
      }),
      ...[addTranscribed, removeSound({ pool, files }), lapseRecordings],
    ],
  },
  maps: {
    rules: [maps, tables],
    views: [tablesView],
    routes: [mapQueries, tableQueries, mapFileQueries, mapCommands, tableCommands, planCommands, mapKeyCommands],
    reactors: () => [takeMapsBack],
    operations: ({ pool, files }) => ({ 'keep-map-key': keepKey({ pool, files }) }),
  },
  writings: {
    rules: [writings],
    views: [writingsView],
    routes: [writingQueries, writingCommands, llmCommands],
    reactors: ({ pool, files, untrusted, textModel, publish }) => [
      writeTexts({
        pool,
        files,
        untrusted,
        textModel,
        publish: (writingId, at, text) => publish(topicOf('writing', writingId), 'piece', { at, text }),
      }),
    ],
  },
  conversations: {
    rules: [conversations],
    views: [conversationsView, conversationFilesView],
    routes: [conversationQueries, conversationCommands, proposalCommands, attachedFileQueries, attachedFileCommands],
    reactors: ({ pool, files, untrusted, textModel, cancellations, publish }) => [
      answerMessages({
        pool,
        files,
        untrusted,
        textModel,
        cancellations,
        publish: (answerId, at, text) => publish(topicOf('writing', answerId), 'piece', { at, text }),
        publishReading: (answerId, name) => publish(topicOf('writing', answerId), 'reading', { name }),
      }),
      purgeConversations({ pool, files }),
      expireAttachments,
    ],
  },
  relationships: {
    rules: [relationships, graphs],
    views: [relationshipsView, graphPlacesView],
    routes: [relationshipQueries, relationshipCommands, graphPlaceCommands],
    trash: trashedRelationships,
  },
  templates: {
    rules: [templates],
    views: [templatesView, templateUsesView],
    routes: [templateQueries, templateCommands],
  },
  generations: {
    rules: [generations],
    views: [generationsView],
    routes: [generationQueries, generationCommands, emptyLoreCommands],
    reactors: ({ pool, files, images, textModel, untrusted, cancellations }) => [
      writeFromTemplates({ textModel, cancellations, knowing: knowingBy({ pool, files, untrusted }) }),
      ...expireGenerations(),
      makeGeneratedLore({ nameOf: (modelId) => findModel(images, modelId)?.name ?? '', untrusted }),
      giveBackPictures,
      showGeneratedPictures,
    ],
    paidWork: [paidGenerations],
  },
  search: { routes: [findQueries, searchQueries] },
  past: {
    views: [placementsView],
    routes: [pastQueries, pastCommands],
    operations: (deps) => ({ 'restore-past': restorePast(deps), 'copy-past': copyPast(deps) }),
  },
  imports: {
    routes: [importCommands],
    operations: (deps) => ({ 'import-campaign': importCampaign(deps) }),
  },
  exports: {
    routes: [loreExportCommands, loreExportQueries],
    reactors: ({ pool, files }) => [removeExports({ pool, files })],
    operations: ({ pool, files }) => ({
      'export-lore': exportLore({ pool, files }),
      'export-account': exportAccount({ pool, files }),
    }),
  },
  storage: { routes: [usageQueries] },
  trash: {
    routes: [trashQueries, trashCommands(() => trash), purgeCommands],
    reactors: ({ pool, files }) => [purgeFiles({ pool, files }), purgeTrash({ pool })],
    operations: ({ pool }) => ({
      'restore-from-trash': restoreFromTrash({ pool, kinds: trash }),
      'purge-from-trash': purgeFromTrash({ pool, kinds: trash }),
    }),
  },
  operations: { rules: [operations], views: [operationsView], routes: [operationQueries, operationCommands] },
  checks: {
    rules: [checking],
    views: [checksView],
    routes: [installationHealthQueries, installationQueries, checkCommands, testMailCommand],
    reactors: (deps) => [runChecks({ ...deps, views: () => views, isOwn: (event) => isOwn(event) })],
  },
  health: { routes: [health] },
}

const percent = (share: number) => ({ done: Math.round(share * 100), total: 100 })

/** How far an operation is, on its topic. */
const passingOn =
  (publish: Publish): ReportProgress =>
  (operationId, stage, done) =>
    publish(topicOf('operation', operationId), 'progress', { stage, done })

/** The adapter that draws a model, where this installation has it. */
const painterOf = (images: Images) => (modelId: string) => {
  const slug = findModel(images, modelId)?.slug
  return slug !== undefined && images.models.includes(slug) ? { images, slug } : undefined
}

const all = Object.values(things)
const paidWorks = (): PaidWork[] => all.flatMap(({ paidWork }) => paidWork ?? [])

export const views = all.flatMap((thing) => thing.views ?? []).map((view) => tabled(view))
/** What can lie in the Trash. */
export const trash: readonly TrashKind[] = all.flatMap((thing) => thing.trash ?? [])
/** The rules of every stream, by its category. */
export const rules: ReadonlyMap<string, AnyDecider> = new Map(
  all.flatMap((thing) => thing.rules ?? []).map((decider) => [decider.category, decider]),
)
/** Other programs may write to the same event store. */
export const isOwn: IsOwn = ownEvents(new Set(rules.keys()))
export const routes = all.flatMap((thing) => thing.routes ?? [])
export const reactorsOf = (deps: ReactorDeps): AnyReactor[] => {
  const kinds: Kinds = Object.assign({}, ...all.map(({ operations }) => operations?.(deps)))
  return [
    ...all.flatMap(({ reactors }) => reactors?.(deps) ?? []),
    runOperations(deps.pool, kinds, passingOn(deps.publish)),
  ]
}
