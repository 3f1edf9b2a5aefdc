import { asVisibleTo, can, viewerAs } from '#domain/rights.ts'
import type { ImageRow } from '#projections/images.ts'
import { useCampaignsQuery, writerIn } from './campaigns.ts'
import { useMe } from './me.ts'

/** Returns the user's permissions for an image; those that depend on a campaign apply once the role there is loaded. */
export const useImageRights = (): ((row: Pick<ImageRow, 'userId' | 'campaignId'>) => {
  /** The user may generate the image again, which costs the owner's credits. */
  retry: boolean
  edit: boolean
}) => {
  const me = useMe()
  const { data: campaigns } = useCampaignsQuery()
  return ({ userId: ownerId, campaignId }) => {
    const campaign = campaigns?.rows.find(({ id }) => id === campaignId)
    const viewer = campaign ? writerIn(campaign, me.id) : viewerAs(me.id, null, undefined)
    const image = asVisibleTo(viewer, { ownerId, campaignId })
    return { retry: can(viewer, 'retry', image), edit: can(viewer, 'edit', image) }
  }
}
