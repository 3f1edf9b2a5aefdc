import type { ImageRow } from '#projections/images.ts'
import { useMoveImagesMutation } from '../../data/images.ts'
import { MoveToCampaign } from '../../moving/MoveToCampaign.tsx'
import { formatCount } from '../../ui/figures.ts'

interface Props {
  images: readonly Pick<ImageRow, 'id' | 'userId' | 'campaignId'>[]
  noun?: 'image' | 'map'
  /** The current campaign, which is not offered. */
  from: string | null
  onMoved: () => void
  onClose: () => void
}

/** Moves images to another campaign of the user. */
export const MoveDialog = ({ images, noun = 'image', ...dialog }: Props) => {
  const [moveImages, { isLoading }] = useMoveImagesMutation()
  return (
    <MoveToCampaign
      {...dialog}
      items={images}
      noun={noun}
      isBusy={isLoading}
      onMove={({ id: campaignId }) => moveImages({ imageIds: images.map(({ id }) => id), campaignId })}
      failed={`The ${noun}s could not be moved. Please try again.`}
      succeeded={(count, campaign) => `${formatCount(count, noun)} moved to ${campaign}`}
    />
  )
}
