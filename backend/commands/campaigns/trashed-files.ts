import { campaignEvents, campaigns } from '#domain/campaigns.ts'
import { typesOf } from '#projections/trash.ts'
import type { TrashKind } from '../trash/kind.ts'

/** A campaign's files are part of it: each came and went by an act of its own. */
export const trashedFiles: TrashKind = {
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
