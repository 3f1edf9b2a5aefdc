import { checking } from '#domain/checks.ts'
import { credits } from '#domain/credits.ts'
import type { AnyDecider } from '#domain/decider.ts'
import { checksView } from '#projections/checks.ts'
import { creditTransactionsView } from '#projections/credit-transactions.ts'
import { type IsOwn, ownEvents } from '#projections/own-events.ts'
import { tabled } from '#projections/tabled.ts'
import { walletsView } from '#projections/wallets.ts'
import { checkCommands } from './commands/admin/checks.ts'
import { testMailCommand } from './commands/admin/test-mail.ts'
import type { PaidWork } from './commands/credits/paid-work.ts'
import type { Kinds } from './commands/operations/perform.ts'
import { movesIntoCampaigns } from './commands/storage/moves-in.ts'
import type { TrashKind } from './commands/trash/kind.ts'
import { purgeFromTrash, restoreFromTrash } from './commands/trash/operations.ts'
import { purgeCommands } from './commands/trash/purge.ts'
import { trashCommands } from './commands/trash/routes.ts'
import { installationHealthQueries } from './queries/admin/health.ts'
import { installationQueries } from './queries/admin/installation.ts'
import { trashQueries } from './queries/trash/routes.ts'
import { purgeFiles, purgeTrash } from './reactors/purge-files.ts'
import type { AnyReactor } from './reactors/reactor.ts'
import { releaseAbandonedHolds } from './reactors/release-abandoned-holds.ts'
import { runChecks } from './reactors/run-checks.ts'
import { runOperations } from './reactors/run-operations.ts'
import { settleCredits } from './reactors/settle-credits.ts'
import { accessThing } from './things/access.ts'
import { auditThing } from './things/audit.ts'
import { billingThing } from './things/billing.ts'
import { campaignsThing } from './things/campaigns.ts'
import { collectionsThing } from './things/collections.ts'
import { conjurationsThing } from './things/conjurations.ts'
import { conversationsThing } from './things/conversations.ts'
import { couponsThing } from './things/coupons.ts'
import { exportsThing } from './things/exports.ts'
import { generationsThing } from './things/generations.ts'
import { healthThing } from './things/health.ts'
import { imagesThing } from './things/images.ts'
import { importsThing } from './things/imports.ts'
import { mapsThing } from './things/maps.ts'
import { modelsThing } from './things/models.ts'
import { operationsThing } from './things/operations.ts'
import { pastThing } from './things/past.ts'
import { recordingsThing } from './things/recordings.ts'
import { relationshipsThing } from './things/relationships.ts'
import { searchThing } from './things/search.ts'
import { segmentsThing } from './things/segments.ts'
import { storageThing } from './things/storage.ts'
import { supportThing } from './things/support.ts'
import { templatesThing } from './things/templates.ts'
import { textsThing } from './things/texts.ts'
import { publishProgress, type ReactorDeps, type Thing } from './things/thing.ts'
import { transcriptsThing } from './things/transcripts.ts'
import { usersThing } from './things/users.ts'
import { writingsThing } from './things/writings.ts'

/** The list of all kinds of things. A new kind is a file of `things/` and an entry here; kinds that depend on all others are inline. */
const things: Record<string, Thing> = {
  access: accessThing,
  users: usersThing,
  billing: billingThing,
  audit: auditThing,
  support: supportThing,
  coupons: couponsThing,
  credits: {
    rules: [credits],
    views: [walletsView, creditTransactionsView],
    accountData: {
      tables: {
        ledger: {
          statement: `select id, quantity, owed, status, comment, "createdAt" from credit_transactions where "userId" = @userId order by "createdAt", id`,
          hasCsv: true,
        },
      },
    },
    reactors: ({ abandonedAfterMs }) => [
      settleCredits(paidWorks()),
      releaseAbandonedHolds(paidWorks(), abandonedAfterMs === undefined ? {} : { delayMs: abandonedAfterMs }),
    ],
  },
  campaigns: campaignsThing,
  collections: collectionsThing,
  conjurations: conjurationsThing,
  segments: segmentsThing,
  texts: textsThing,
  images: imagesThing,
  models: modelsThing,
  transcripts: transcriptsThing,
  recordings: recordingsThing,
  maps: mapsThing,
  writings: writingsThing,
  conversations: conversationsThing,
  relationships: relationshipsThing,
  templates: templatesThing,
  generations: generationsThing,
  search: searchThing,
  past: pastThing,
  imports: importsThing,
  exports: exportsThing,
  storage: storageThing,
  trash: {
    routes: [trashQueries, trashCommands(() => trash), purgeCommands],
    reactors: ({ pool, files }) => [purgeFiles({ pool, files }), purgeTrash({ pool })],
    operations: ({ pool }) => ({
      'restore-from-trash': restoreFromTrash({ pool, kinds: trash }),
      'purge-from-trash': purgeFromTrash({ pool, kinds: trash }),
    }),
  },
  operations: operationsThing,
  checks: {
    rules: [checking],
    views: [checksView],
    routes: [installationHealthQueries, installationQueries, checkCommands, testMailCommand],
    reactors: (deps) => [runChecks({ ...deps, views: () => views, isOwn: (event) => isOwn(event) })],
  },
  health: healthThing,
}

const all = Object.values(things)

const paidWorks = (): PaidWork[] => all.flatMap(({ paidWork }) => paidWork ?? [])

export const views = all.flatMap((thing) => thing.views ?? []).map((view) => tabled(view))

/** The kinds of things that can be in the Trash. */
export const trash: readonly TrashKind[] = all.flatMap((thing) => thing.trash ?? [])

/** The stored files of all things, and their personal data outside of events and views, which forgetting erases. */
export const personalData = {
  storedFiles: all.flatMap(({ storedFiles }) => storedFiles ?? []),
  erasures: all.flatMap(({ erasure }) => erasure ?? []),
}

/** The data of all things that the export of an account contains. */
export const accountData = all.flatMap((thing) => thing.accountData ?? [])

/** The rules of every stream, by its category. */
export const rules: ReadonlyMap<string, AnyDecider> = new Map(
  all.flatMap((thing) => thing.rules ?? []).map((decider) => [decider.category, decider]),
)

/** True for events of this program, since other programs may write to the same event store. */
export const isOwn: IsOwn = ownEvents(new Set(rules.keys()))

export const routes = all.flatMap((thing) => thing.routes ?? [])

export const reactorsOf = (deps: ReactorDeps): AnyReactor[] => {
  const operationDeps = { ...deps, moveInto: movesIntoCampaigns(deps), accountData }
  const kinds: Kinds = Object.assign({}, ...all.map(({ operations }) => operations?.(operationDeps)))
  return [
    ...all.flatMap(({ reactors }) => reactors?.(deps) ?? []),
    runOperations(deps.pool, kinds, publishProgress(deps.publish)),
  ]
}
