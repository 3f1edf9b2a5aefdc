import { useState } from 'react'
import type { ConjurationItem } from '#projections/answers.ts'
import { messageOf } from '../../app/problem.ts'
import { useStillSeen } from '../../app/still-seen.ts'
import { useWhereTo, WhereTo } from '../../app/where-to.tsx'
import { useMoveConjurationsMutation } from '../../data/conjurations.ts'
import { useMoveConjurationsToCampaignMutation } from '../../data/conjurations-bulk.ts'
import { MoveModal } from '../../ui/MoveModal.tsx'
import { toast } from '../../ui/toast.ts'

interface Props {
  row: ConjurationItem & { campaignId: string }
  onClose: () => void
}

/** Moves a lore item into another folder, or into another campaign of this person. */
export const MoveDialog = ({ row, onClose }: Props) => {
  const stillSeen = useStillSeen()
  const [toCollection, collectionMove] = useMoveConjurationsMutation()
  const [toCampaign, campaignMove] = useMoveConjurationsToCampaignMutation()
  const [problem, setProblem] = useState<string>()
  const place = useWhereTo(row)
  const { isElsewhere, campaignId, collectionId = null, campaignName, folder, moveImages } = place

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
  const move = async () => {
    const refused = isElsewhere ? await over(campaignId, collectionId) : await into(collectionId)
    if (refused) return setProblem(refused)
    const text = isElsewhere
      ? `Successfully moved 1 lore item to ${campaignName}`
      : `Moved to ${folder?.name ?? campaignName}`
    toast.success(text, { ...stillSeen(folder, [row]), undo: () => void takeBack() })
    return onClose()
  }

  return (
    <MoveModal
      title="Move Lore"
      problem={problem}
      isBusy={collectionMove.isLoading || campaignMove.isLoading}
      disabled={!isElsewhere && collectionId === row.collectionId}
      onMove={move}
      onClose={onClose}
    >
      <WhereTo place={place} whose="its" onChange={() => setProblem(undefined)} />
    </MoveModal>
  )
}
