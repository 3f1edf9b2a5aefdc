import { Button } from '@mantine/core'
import { useState } from 'react'
import { trashDays } from '#domain/trash.ts'
import type { CampaignRow } from '#projections/campaigns.ts'
import { useDeletedCampaignsQuery } from '../../../data/deleted-campaigns.ts'
import { dateOf } from '../../../ui/dates.ts'
import classes from './danger.module.css'
import { useRestoring } from './use-restoring.ts'

const dayMs = 86_400_000
const until = (deletedAt: string) => dateOf(new Date(Date.parse(deletedAt) + trashDays * dayMs).toISOString())

/** The campaigns that the user deleted and can still restore. Hidden if there are none. */
export const DeletedCampaigns = () => {
  const { data } = useDeletedCampaignsQuery()
  if (!data || data.rows.length === 0) return null
  return (
    <section className={classes.deleted} aria-labelledby="deleted-title">
      <h2 id="deleted-title">Deleted campaigns</h2>
      <ul>
        {data.rows.map((row) => (
          <Deleted key={row.id} campaign={row} />
        ))}
      </ul>
    </section>
  )
}

const Deleted = ({ campaign }: { campaign: CampaignRow }) => {
  const [isBusy, setBusy] = useState(false)
  const restore = useRestoring()
  const run = async () => {
    setBusy(true)
    await restore(campaign)
    setBusy(false)
  }
  return (
    <li>
      <span className={classes.deletedName} dir="auto">
        {campaign.name}
      </span>
      <span className={classes.until}>can be restored until {until(campaign.deletedAt ?? campaign.updatedAt)}</span>
      <Button size="xs" loading={isBusy} aria-label={`Restore ${campaign.name}`} onClick={() => void run()}>
        Restore
      </Button>
    </li>
  )
}
