import { Button, Checkbox, Modal, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { CollectionRow } from '#projections/collections.ts'
import { messageOf } from '../../app/problem.ts'
import { useCampaignsQuery } from '../../data/campaigns.ts'
import { useCollectionTreeQuery } from '../../data/collections.ts'
import { useMoveCollectionToCampaignMutation } from '../../data/conjurations-bulk.ts'
import { CollectionPicker } from '../../ui/CollectionPicker.tsx'
import classes from './dialogs.module.css'

const none: readonly CollectionRow[] = []

/** Moves all lore in and below a folder to another campaign, however much: how far it is and how it ended is told beside every screen. */
export const MoveToCampaignDialog = ({ folder, onClose }: { folder: CollectionRow; onClose: () => void }) => {
  const { data } = useCampaignsQuery()
  const campaigns = (data?.rows ?? []).filter(({ id }) => id !== folder.campaignId)
  const [move, { isLoading }] = useMoveCollectionToCampaignMutation()
  const [chosen, setChosen] = useState<string>()
  const [collectionId, setCollectionId] = useState<string | null>(null)
  const [moveImages, setMoveImages] = useState(true)
  const [problem, setProblem] = useState<string>()
  const campaign = campaigns.find(({ id }) => id === chosen) ?? campaigns[0]
  const { currentData: folders } = useCollectionTreeQuery(campaign?.id ?? '', { skip: !campaign })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!campaign) return
    const { error } = await move({ id: folder.id, campaignId: campaign.id, collectionId, moveImages })
    if (error) return setProblem(messageOf(error, 'Failed to move items to campaign'))
    onClose()
  }

  return (
    <Modal opened onClose={onClose} title={`Move the lore of ${folder.name}`} size={480}>
      <form onSubmit={(event) => void submit(event)}>
        {campaign ? (
          <>
            <NativeSelect
              label="Campaign"
              value={campaign.id}
              data={campaigns.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) => {
                setChosen(event.currentTarget.value)
                setCollectionId(null)
                setProblem(undefined)
              }}
            />
            <CollectionPicker
              folders={folders?.rows ?? none}
              campaignName={campaign.name}
              value={collectionId}
              onChange={(id) => {
                setCollectionId(id)
                setProblem(undefined)
              }}
            />
            <Checkbox
              label="Move their images too"
              checked={moveImages}
              onChange={(event) => setMoveImages(event.currentTarget.checked)}
            />
            <p className={classes.hint}>All lore in this folder and below it moves. The folders stay.</p>
          </>
        ) : (
          <p className={classes.hint}>You have no other campaign to move it to.</p>
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
          <Button type="submit" variant="filled" loading={isLoading} disabled={!campaign}>
            Move
          </Button>
        </div>
      </form>
    </Modal>
  )
}
