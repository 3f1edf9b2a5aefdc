import { imageEvents } from '#domain/images.ts'
import { tables } from '#domain/tables.ts'
import { type Reaction, reactor } from './reactor.ts'

const takeBack = async (campaignId: string | null, imageId: string, { stateOf, dispatch }: Reaction) => {
  if (campaignId === null || (await stateOf(tables, campaignId)).imageId !== imageId) return
  await dispatch(tables, campaignId, { type: 'TakeMapBack', data: { campaignId, imageId } })
}

/**
 * Removes maps from the table when they move to the Trash or to another campaign; restoring them does not put them
 * back.
 */
export const takeMapsBack = reactor(imageEvents, {
  name: 'take-maps-back',
  when: {
    ImageDeleted: ({ campaignId }) => campaignId !== null,
    ImageMoved: ({ fromCampaignId }) => fromCampaignId !== null,
  },
  on: {
    ImageDeleted: ({ imageId, campaignId }, reaction) => takeBack(campaignId, imageId, reaction),
    ImageMoved: ({ imageId, fromCampaignId }, reaction) => takeBack(fromCampaignId, imageId, reaction),
  },
})
