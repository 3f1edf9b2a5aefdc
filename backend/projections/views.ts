import { accessView } from './access.ts'
import { accountsView } from './accounts.ts'
import { campaignFilesView, campaignsView, invitationsView, membersView } from './campaigns.ts'
import { collectionsView } from './collections.ts'
import { conjurationsView } from './conjurations.ts'
import { creditTransactionsView } from './credit-transactions.ts'
import { imagesView } from './images.ts'
import { tabled } from './tabled.ts'
import { walletsView } from './wallets.ts'

/** Every view that Postgres keeps. A new one is a line here, its definition and its `.sql` file. */
export const views = [
  accessView,
  accountsView,
  campaignFilesView,
  campaignsView,
  collectionsView,
  conjurationsView,
  creditTransactionsView,
  imagesView,
  invitationsView,
  membersView,
  walletsView,
].map((view) => tabled(view))
