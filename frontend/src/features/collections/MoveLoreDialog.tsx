import { Button, Modal, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { LoreItem } from '#projections/answers.ts'
import type { CollectionRow } from '#projections/collections.ts'
import { type Campaign, useCampaignsQuery } from '../../app/campaigns.ts'
import { messageOf } from '../../app/problem.ts'
import { useStillSeen } from '../../app/still-seen.ts'
import { FolderPicker } from '../../ui/FolderPicker.tsx'
import { toast } from '../../ui/toast.ts'
import { useCollectionTreeQuery, useMoveLoreToCampaignMutation } from './api.ts'
import { useMoves } from './moves.tsx'
import { counted } from './words.ts'

interface Props {
  lore: readonly LoreItem[]
  campaign: Campaign
  onMoved: () => void
  onClose: () => void
}

const none: readonly CollectionRow[] = []

/** Moves lore into a folder of this campaign or of another. */
export const MoveLoreDialog = ({ lore, campaign, onMoved, onClose }: Props) => {
  const moves = useMoves()
  const stillSeen = useStillSeen()
  const { data: campaigns } = useCampaignsQuery()
  const [moveToCampaign, { isLoading }] = useMoveLoreToCampaignMutation()
  const [campaignId, setCampaignId] = useState(campaign.id)
  const [to, setTo] = useState<string | null | undefined>(undefined)
  const [problem, setProblem] = useState<string>()
  const { currentData: folders } = useCollectionTreeQuery(campaignId)
  const name = campaigns?.rows.find(({ id }) => id === campaignId)?.name ?? campaign.name
  const ids = lore.map(({ id }) => id)

  const moveBack = async (ids: string[]) => {
    const { error } = await moveToCampaign({
      conjurationIds: ids,
      campaignId: campaign.id,
      collectionId: lore[0]?.collectionId ?? null,
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
    const { data, error } = await moveToCampaign({ conjurationIds: ids, campaignId, collectionId: to })
    if (error) return setProblem(messageOf(error, 'Failed to move items to campaign'))
    if (data.count !== ids.length) toast.error(`Expected to move ${ids.length} items, but only moved ${data.count}`)
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
        <FolderPicker
          folders={folders?.rows ?? none}
          campaignName={name}
          value={to}
          onChange={(id) => {
            setTo(id)
            setProblem(undefined)
          }}
        />
        {problem && (
          <p role="alert" className="col-problem">
            {problem}
          </p>
        )}
        <div className="col-foot">
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
