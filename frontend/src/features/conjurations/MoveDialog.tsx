import { useState } from 'react'
import type { ConjurationItem } from '#projections/answers.ts'
import { messageOf } from '../../base/problem.ts'
import { useMoveConjurationsMutation } from '../../data/conjurations.ts'
import { useMoveConjurationsToCampaignMutation } from '../../data/conjurations-bulk.ts'
import { returnNote, useMovingAway, useTakeBackMoves } from '../../moving/moving-away.ts'
import { useStillSeen } from '../../moving/still-seen.ts'
import { useWhereTo, WhereTo } from '../../moving/where-to.tsx'
import { MoveModal } from '../../ui/MoveModal.tsx'
import { toast } from '../../ui/toast.ts'

interface Props {
  row: ConjurationItem & { campaignId: string }
  onClose: () => void
}

/** Moves a lore item into another folder, or into another campaign of the user. */
export const MoveDialog = ({ row, onClose }: Props) => {
  const stillSeen = useStillSeen()
  const [toCollection, collectionMove] = useMoveConjurationsMutation()
  const [toCampaign, campaignMove] = useMoveConjurationsToCampaignMutation()
  const takeBack = useTakeBackMoves()
  const [problem, setProblem] = useState<string>()
  const place = useWhereTo(row)
  const moving = useMovingAway()
  const away = moving.of([row], 'lore item')
  const { isElsewhere, campaignId, collectionId = null, campaignName, folder, moveImages } = place

  const into = async (collectionId: string | null) => {
    const { error } = await toCollection({ ids: [row.id], collectionId })
    return error && messageOf(error, 'Failed to move conjuration. Please try again.')
  }
  const putBack = async () => {
    const refused = await into(row.collectionId)
    if (refused) toast.error(refused)
  }
  const moveWithin = async () => {
    const refused = await into(collectionId)
    if (refused) return setProblem(refused)
    toast.success(`Moved to ${folder?.name ?? campaignName}`, {
      ...stillSeen(folder, [row]),
      undo: () => void putBack(),
    })
    return onClose()
  }
  const moveAway = async () => {
    const { data, error } = await toCampaign({ conjurationIds: [row.id], campaignId, collectionId, moveImages })
    if (error) return setProblem(messageOf(error, 'Failed to move items to campaign'))
    if (data.count !== 1) return setProblem(`Expected to move 1 items, but only moved ${data.count}`)
    toast.success(`Successfully moved 1 lore item to ${campaignName}`, {
      ...stillSeen(folder, [row]),
      undo: () => void takeBack(data.answers),
    })
    return onClose()
  }

  return (
    <MoveModal
      title="Move Lore"
      problem={problem}
      isBusy={collectionMove.isLoading || campaignMove.isLoading}
      disabled={isElsewhere ? away.isForbidden : collectionId === row.collectionId}
      hint={isElsewhere ? (away.hint ?? (moving.mayReturn(row.campaignId) ? undefined : returnNote)) : undefined}
      onMove={isElsewhere ? moveAway : moveWithin}
      onClose={onClose}
    >
      <WhereTo place={place} whose="its" onChange={() => setProblem(undefined)} />
    </MoveModal>
  )
}
