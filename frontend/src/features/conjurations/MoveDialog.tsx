import { Button, Checkbox, Modal, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ConjurationItem } from '#projections/answers.ts'
import type { CollectionRow } from '#projections/collections.ts'
import { messageOf } from '../../app/problem.ts'
import { useStillSeen } from '../../app/still-seen.ts'
import { useCampaignsQuery } from '../../data/campaigns.ts'
import { useCollectionTreeQuery } from '../../data/collections.ts'
import { useMoveConjurationsMutation } from '../../data/conjurations.ts'
import { useMoveConjurationsToCampaignMutation } from '../../data/conjurations-bulk.ts'
import { CollectionPicker } from '../../ui/CollectionPicker.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './rail.module.css'

interface Props {
  row: ConjurationItem & { campaignId: string }
  onClose: () => void
}

interface Place {
  campaignId: string
  collectionId: string | null
  name: string
}

const none: readonly CollectionRow[] = []

/** Moves a lore item into another folder, or into another campaign of this person. */
export const MoveDialog = ({ row, onClose }: Props) => {
  const { data: campaigns } = useCampaignsQuery()
  const stillSeen = useStillSeen()
  const [toCollection, collectionMove] = useMoveConjurationsMutation()
  const [toCampaign, campaignMove] = useMoveConjurationsToCampaignMutation()
  const [campaignId, setCampaignId] = useState(row.campaignId)
  const [collectionId, setCollectionId] = useState(row.collectionId)
  const [moveImages, setMoveImages] = useState(true)
  const [problem, setProblem] = useState<string>()
  const folders = useCollectionTreeQuery(campaignId).currentData?.rows
  const campaign = campaigns?.rows.find(({ id }) => id === campaignId)
  const isElsewhere = campaignId !== row.campaignId
  const folder = folders?.find(({ id }) => id === collectionId)
  const place: Place = { campaignId, collectionId, name: (folder?.name ?? campaign?.name) || 'the campaign' }

  const into = async (collectionId: string | null) => {
    const { error } = await toCollection({ ids: [row.id], collectionId })
    return error && messageOf(error, 'Failed to move conjuration. Please try again.')
  }
  const over = async (campaignId: string, collectionId: string | null) => {
    const { data, error } = await toCampaign({ conjurationIds: [row.id], campaignId, collectionId, moveImages })
    if (error) return messageOf(error, 'Failed to move items to campaign')
    return data.count === 1 ? undefined : `Expected to move 1 items, but only moved ${data.count}`
  }
  const takeBack = async () => {
    const refused = isElsewhere ? await over(row.campaignId, row.collectionId) : await into(row.collectionId)
    if (refused) toast.error(refused)
  }
  const move = async (event: FormEvent) => {
    event.preventDefault()
    const refused = isElsewhere ? await over(place.campaignId, place.collectionId) : await into(place.collectionId)
    if (refused) return setProblem(refused)
    const text = isElsewhere ? `Successfully moved 1 lore item to ${campaign?.name}` : `Moved to ${place.name}`
    toast.success(text, { ...stillSeen(folder, [row]), undo: () => void takeBack() })
    return onClose()
  }

  return (
    <Modal opened onClose={onClose} title="Move Lore" size={480}>
      <form className={classes.move} onSubmit={(event) => void move(event)}>
        <NativeSelect
          label="Campaign"
          value={campaignId}
          data={(campaigns?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget: { value } }) => {
            setCampaignId(value)
            setCollectionId(value === row.campaignId ? row.collectionId : null)
            setProblem(undefined)
          }}
        />
        <CollectionPicker
          folders={folders ?? none}
          campaignName={campaign?.name ?? 'The campaign'}
          value={collectionId}
          onChange={(id) => {
            setCollectionId(id)
            setProblem(undefined)
          }}
        />
        {isElsewhere && (
          <Checkbox
            label="Move its images too"
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
          <Button
            type="submit"
            variant="filled"
            loading={collectionMove.isLoading || campaignMove.isLoading}
            disabled={!isElsewhere && collectionId === row.collectionId}
          >
            Move
          </Button>
        </div>
      </form>
    </Modal>
  )
}
