import { useState } from 'react'
import type { ImageRow } from '#projections/images.ts'
import { useMovingAway } from '../../app/moving-away.ts'
import { messageOf } from '../../app/problem.ts'
import { describeSkipped } from '../../data/bulk.ts'
import { useCampaignsQuery } from '../../data/campaigns.ts'
import { useMoveImagesMutation } from '../../data/images.ts'
import { Choices } from '../../ui/Choices.tsx'
import { MoveModal } from '../../ui/MoveModal.tsx'
import { toast } from '../../ui/toast.ts'
import { formatCount } from './image.ts'
import classes from './move.module.css'

interface Props {
  images: readonly Pick<ImageRow, 'id' | 'userId' | 'campaignId'>[]
  noun?: 'image' | 'map'
  /** The current campaign, which is not offered. */
  from: string | null
  onMoved: () => void
  onClose: () => void
}

/** Moves images to another campaign of the user. */
export const MoveDialog = ({ images, noun = 'image', from, onMoved, onClose }: Props) => {
  const { data } = useCampaignsQuery()
  const [moveImages, { isLoading }] = useMoveImagesMutation()
  const [to, setTo] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const imageIds = images.map(({ id }) => id)
  const away = useMovingAway().of(images, noun)
  const campaigns = (data?.rows ?? []).filter(({ id }) => id !== from)

  const move = async () => {
    if (!to) return setProblem('Please select a campaign')
    const { data, error } = await moveImages({ imageIds, campaignId: to })
    if (error) return setProblem(messageOf(error, `The ${noun}s could not be moved. Please try again.`))
    const name = campaigns.find(({ id }) => id === to)?.name ?? 'the campaign'
    if (data.skipped.length > 0)
      toast.error(`Expected to move ${imageIds.length} items, but only moved ${data.count}`, {
        context: describeSkipped(data),
      })
    else toast.success(`${formatCount(data.count, noun)} moved to ${name}`)
    onMoved()
  }

  return (
    <MoveModal
      title={`Move ${formatCount(imageIds.length, noun)}`}
      problem={problem}
      isBusy={isLoading}
      disabled={campaigns.length === 0 || away.isForbidden}
      hint={campaigns.length === 0 ? undefined : away.hint}
      onMove={move}
      onClose={onClose}
    >
      {campaigns.length === 0 ? (
        <p className={classes.none}>You have no other campaign to move them to.</p>
      ) : (
        <Choices
          label="Where to"
          value={to}
          choices={campaigns.map(({ id, name, rpgSystemCode }) => ({
            value: id,
            label: <span className={classes.campaign}>{name}</span>,
            detail: <small className={classes.system}>{rpgSystemCode}</small>,
          }))}
          onChange={(id) => {
            setTo(id)
            setProblem(undefined)
          }}
        />
      )}
    </MoveModal>
  )
}
