import { Button, Checkbox, Modal, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ConjurationItem } from '#projections/answers.ts'
import type { CollectionRow } from '#projections/collections.ts'
import { messageOf } from '../../app/problem.ts'
import { useStillSeen } from '../../app/still-seen.ts'
import { leftBecause } from '../../data/bulk.ts'
import { type Campaign, useCampaignsQuery } from '../../data/campaigns.ts'
import { useCollectionTreeQuery } from '../../data/collections.ts'
import { useMoveConjurationsToCampaignMutation } from '../../data/conjurations-bulk.ts'
import { CollectionPicker } from '../../ui/CollectionPicker.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './dialogs.module.css'
import { useMoves } from './moves.tsx'
import { counted } from './words.ts'

interface Props {
  lore: readonly ConjurationItem[]
  campaign: Campaign
  onMoved: () => void
  onClose: () => void
}

const none: readonly CollectionRow[] = []

/** Moves lore into a folder of this campaign or of another. */
export const MoveConjurationDialog = ({ lore, campaign, onMoved, onClose }: Props) => {
  const moves = useMoves()
  const stillSeen = useStillSeen()
  const { data: campaigns } = useCampaignsQuery()
  const [moveToCampaign, { isLoading }] = useMoveConjurationsToCampaignMutation()
  const [campaignId, setCampaignId] = useState(campaign.id)
  const [to, setTo] = useState<string | null | undefined>(undefined)
  const [moveImages, setMoveImages] = useState(true)
  const [problem, setProblem] = useState<string>()
  const { currentData: folders } = useCollectionTreeQuery(campaignId)
  const name = campaigns?.rows.find(({ id }) => id === campaignId)?.name ?? campaign.name
  const ids = lore.map(({ id }) => id)

  const moveBack = async (ids: string[]) => {
    const { error } = await moveToCampaign({
      conjurationIds: ids,
      campaignId: campaign.id,
      collectionId: lore[0]?.collectionId ?? null,
      moveImages,
    })
    if (error) toast.error(messageOf(error, 'Failed to move items to campaign'))
  }

  const move = async (event: FormEvent) => {
    event.preventDefault()
    if (to === undefined) return setProblem('Please select a folder')
    if (campaignId === campaign.id) {
      moves.take({ kind: 'lore', ids }, to)
      return onMoved()
    }
    const { data, error } = await moveToCampaign({ conjurationIds: ids, campaignId, collectionId: to, moveImages })
    if (error) return setProblem(messageOf(error, 'Failed to move items to campaign'))
    if (data.skipped.length > 0)
      toast.error(`Expected to move ${ids.length} items, but only moved ${data.count}`, { context: leftBecause(data) })
    else
      toast.success(`Successfully moved ${counted(data.count, 'lore item')} to ${name}`, {
        ...stillSeen(
          folders?.rows.find(({ id }) => id === to),
          lore,
        ),
        undo: () => void moveBack(ids),
      })
    onMoved()
  }

  return (
    <Modal opened onClose={onClose} title={`Move ${counted(lore.length, 'lore item')}`} size={480}>
      <form onSubmit={(event) => void move(event)}>
        <NativeSelect
          label="Campaign"
          value={campaignId}
          data={(campaigns?.rows ?? [campaign]).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => {
            setCampaignId(event.currentTarget.value)
            setTo(undefined)
          }}
        />
        <CollectionPicker
          folders={folders?.rows ?? none}
          campaignName={name}
          value={to}
          onChange={(id) => {
            setTo(id)
            setProblem(undefined)
          }}
        />
        {campaignId !== campaign.id && (
          <Checkbox
            label="Move their images too"
            checked={moveImages}
            onChange={(event) => setMoveImages(event.currentTarget.checked)}
          />
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
          <Button type="submit" variant="filled" loading={isLoading} disabled={to === undefined}>
            Move
          </Button>
        </div>
      </form>
    </Modal>
  )
}
