import { campaigns } from '#domain/campaigns.ts'
import { campaignFilesView, campaignsView, invitationsView, membersView } from '#projections/campaigns.ts'
import { forgetFilePassages } from '#projections/file-passages.ts'
import { campaignFileCommands } from '../commands/campaigns/files.ts'
import { invitationCommands } from '../commands/campaigns/invitations.ts'
import { campaignMemberCommands } from '../commands/campaigns/members.ts'
import { campaignCommands } from '../commands/campaigns/routes.ts'
import { sampleCommand } from '../commands/campaigns/sample.ts'
import { trashedFiles } from '../commands/campaigns/trashed-files.ts'
import { campaignFileQueries } from '../queries/campaigns/files.ts'
import { invitationQueries } from '../queries/campaigns/invitations.ts'
import { campaignQueries } from '../queries/campaigns/routes.ts'
import type { Thing } from './thing.ts'

export const campaignsThing: Thing = {
  rules: [campaigns],
  views: [campaignsView, membersView, campaignFilesView, invitationsView],
  routes: [
    campaignQueries,
    campaignCommands,
    sampleCommand,
    campaignMemberCommands,
    campaignFileQueries,
    campaignFileCommands,
    invitationQueries,
    invitationCommands,
  ],
  trash: trashedFiles,
  erasure: { clear: forgetFilePassages },
  storedFiles: {
    folders: [campaigns.category],
    named: 'select key as name from campaign_files where "campaignId" = any(@ids::uuid[]) and key = any(@keys)',
    owned: 'select key from campaign_files where "campaignId" = any(@campaignIds::uuid[])',
  },
}
