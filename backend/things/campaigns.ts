import { campaignEvents, campaigns } from '#domain/campaigns.ts'
import { campaignFilesView, campaignsView, invitationsView, membersView } from '#projections/campaigns.ts'
import { forgetFilePassages } from '#projections/file-passages.ts'
import { typesOf } from '#projections/trash.ts'
import { campaignFileCommands } from '../commands/campaigns/files.ts'
import { invitationCommands } from '../commands/campaigns/invitations.ts'
import { campaignMemberCommands } from '../commands/campaigns/members.ts'
import { campaignCommands } from '../commands/campaigns/routes.ts'
import { sampleCommand } from '../commands/campaigns/sample.ts'
import type { TrashKind } from '../commands/trash/kind.ts'
import { campaignFileQueries } from '../queries/campaigns/files.ts'
import { invitationQueries } from '../queries/campaigns/invitations.ts'
import { campaignQueries } from '../queries/campaigns/routes.ts'
import type { Thing } from './thing.ts'

/** Campaign files in the Trash. Each is removed and restored by a command of its own. */
const trashedFiles: TrashKind = {
  kind: 'file',
  table: 'campaign_files',
  name: 'x.name',
  operationId: 'x.id',
  item: 'x."campaignId"',
  restorer: 'x."addedBy"::text',
  saysOnlyIds: typesOf(campaignEvents, 'CampaignFileRemoved', 'CampaignFileRestored', 'CampaignFilePurged'),
  purge: (run, { id: fileId, campaignId }) => {
    const data = { campaignId, fileId, by: run.userId }
    return run.send(campaigns, campaignId, { type: 'PurgeCampaignFile', data, item: fileId })
  },
  restore: (run, { id: fileId, campaignId }) => {
    const data = { campaignId, fileId, by: run.userId }
    return run.send(campaigns, campaignId, { type: 'RestoreCampaignFile', data, item: fileId })
  },
}

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
  accountData: {
    tables: {
      campaigns: {
        statement: `select c.id, c.name, m.role, m."joinedAt" from members m join campaigns c on c.id = m."campaignId"
          where m."userId" = @userId and c."deletedAt" is null order by m."joinedAt"`,
      },
    },
    files: {
      folder: 'Files',
      statement: `select name, key from campaign_files
        where "addedBy" = @userId and "campaignId" = any(@campaignIds::uuid[]) and "deletedAt" is null order by "createdAt", id`,
    },
  },
}
