import { useState } from 'react'
import type { ConjurationItem } from '#projections/answers.ts'
import { messageOf } from '../../base/problem.ts'
import { describeSkipped } from '../../data/bulk.ts'
import type { Campaign } from '../../data/campaigns.ts'
import { useMoveConjurationsToCampaignMutation } from '../../data/conjurations-bulk.ts'
import { returnNote, useMovingAway, useTakeBackMoves } from '../../moving/moving-away.ts'
import { useStillSeen } from '../../moving/still-seen.ts'
import { useWhereTo, WhereTo } from '../../moving/where-to.tsx'
import { formatCount } from '../../ui/figures.ts'
import { MoveModal } from '../../ui/MoveModal.tsx'
import { toast } from '../../ui/toast.ts'
import { useMoves } from './moves.tsx'

interface Props {
  lore: readonly ConjurationItem[]
  campaign: Campaign
  onMoved: () => void
  onClose: () => void
}

/** Moves lore into a folder of this campaign or of another. */
export const MoveConjurationDialog = ({ lore, campaign, onMoved, onClose }: Props) => {
  const moves = useMoves()
  const stillSeen = useStillSeen()
  const [moveToCampaign, { isLoading }] = useMoveConjurationsToCampaignMutation()
  const takeBack = useTakeBackMoves()
  const [problem, setProblem] = useState<string>()
  const place = useWhereTo({ campaignId: campaign.id })
  const { isElsewhere, campaignId, collectionId, campaignName, folder, moveImages } = place
  const ids = lore.map(({ id }) => id)
  const moving = useMovingAway()
  const away = moving.of(lore, 'lore item')
  const note = moving.mayReturn(campaign.id) ? undefined : returnNote

  const move = async () => {
    if (collectionId === undefined) return setProblem('Please select a folder')
    if (!isElsewhere) {
      moves.take({ kind: 'lore', ids }, collectionId)
      return onMoved()
    }
    const { data, error } = await moveToCampaign({ conjurationIds: ids, campaignId, collectionId, moveImages })
    if (error) return setProblem(messageOf(error, 'Failed to move items to campaign'))
    if (data.skipped.length > 0)
      toast.error(`Expected to move ${ids.length} items, but only moved ${data.count}`, {
        context: describeSkipped(data),
      })
    else
      toast.success(`Successfully moved ${formatCount(data.count, 'lore item')} to ${campaignName}`, {
        ...stillSeen(folder, lore),
        undo: () => void takeBack(data.answers),
      })
    onMoved()
  }

  return (
    <MoveModal
      title={`Move ${formatCount(lore.length, 'lore item')}`}
      problem={problem}
      isBusy={isLoading}
      disabled={collectionId === undefined || (isElsewhere && away.isForbidden)}
      hint={isElsewhere ? (away.hint ?? note) : undefined}
      onMove={move}
      onClose={onClose}
    >
      <WhereTo place={place} whose="their" onChange={() => setProblem(undefined)} />
    </MoveModal>
  )
}
