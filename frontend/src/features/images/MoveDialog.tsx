import { Button, Modal } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../app/problem.ts'
import { leftBecause } from '../../data/bulk.ts'
import { useCampaignsQuery } from '../../data/campaigns.ts'
import { useMoveImagesMutation } from '../../data/images.ts'
import { toast } from '../../ui/toast.ts'
import { counted } from './image.ts'
import classes from './move.module.css'

interface Props {
  imageIds: readonly string[]
  /** Where they are now: not offered. */
  from: string | null
  onMoved: () => void
  onClose: () => void
}

/** Moves pictures to another campaign of this person. */
export const MoveDialog = ({ imageIds, from, onMoved, onClose }: Props) => {
  const { data } = useCampaignsQuery()
  const [moveImages, { isLoading }] = useMoveImagesMutation()
  const [to, setTo] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const campaigns = (data?.rows ?? []).filter(({ id }) => id !== from)

  const move = async (event: FormEvent) => {
    event.preventDefault()
    if (!to) return setProblem('Please select a campaign')
    const { data, error } = await moveImages({ imageIds: [...imageIds], campaignId: to })
    if (error) return setProblem(messageOf(error, 'The pictures could not be moved. Please try again.'))
    const name = campaigns.find(({ id }) => id === to)?.name ?? 'the campaign'
    if (data.skipped.length > 0)
      toast.error(`Expected to move ${imageIds.length} items, but only moved ${data.count}`, {
        context: leftBecause(data),
      })
    else toast.success(`${counted(data.count, 'image')} moved to ${name}`)
    onMoved()
  }

  return (
    <Modal opened onClose={onClose} title={`Move ${counted(imageIds.length, 'image')}`} size={480}>
      <form onSubmit={(event) => void move(event)}>
        {campaigns.length === 0 ? (
          <p className={classes.none}>You have no other campaign to move them to.</p>
        ) : (
          <fieldset className={classes.list}>
            <legend>Where to</legend>
            {campaigns.map(({ id, name, rpgSystemCode }) => (
              <label key={id}>
                <input
                  type="radio"
                  name="campaign"
                  checked={to === id}
                  onChange={() => {
                    setTo(id)
                    setProblem(undefined)
                  }}
                />
                <span dir="auto">{name}</span>
                <small>{rpgSystemCode}</small>
              </label>
            ))}
          </fieldset>
        )}
        {problem && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
        <div className={classes.foot}>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="filled" loading={isLoading} disabled={campaigns.length === 0}>
            Move
          </Button>
        </div>
      </form>
    </Modal>
  )
}
