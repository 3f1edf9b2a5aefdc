import { useState } from 'react'
import type { CollectionRow } from '#projections/collections.ts'
import { messageOf } from '../../base/problem.ts'
import { useMoveCollectionToCampaignMutation } from '../../data/conjurations-bulk.ts'
import { returnNote, useMovingAway } from '../../moving/moving-away.ts'
import { useWhereTo, WhereTo } from '../../moving/where-to.tsx'
import { MoveModal } from '../../ui/MoveModal.tsx'
import classes from './dialogs.module.css'

/**
 * Moves the lore of a folder and its subfolders to another campaign (all of it for the campaign's owner, otherwise the
 * user's own). The number is unlimited: it is an operation, whose progress and result show on every screen.
 */
export const MoveToCampaignDialog = ({ folder, onClose }: { folder: CollectionRow; onClose: () => void }) => {
  const [moveAll, { isLoading }] = useMoveCollectionToCampaignMutation()
  const [problem, setProblem] = useState<string>()
  const place = useWhereTo({ campaignId: folder.campaignId, collectionId: null }, { isElsewhere: true })
  const isOwner = useMovingAway().mayReturn(folder.campaignId)
  const hint = isOwner
    ? 'All lore in this folder and below it moves. The folders stay.'
    : `Your own lore in this folder and below it moves. What others made stays, and so do the folders. ${returnNote}`
  const { isElsewhere: isAnywhere, campaignId, collectionId = null, moveImages } = place

  const move = async () => {
    const { error } = await moveAll({ id: folder.id, campaignId, collectionId, moveImages })
    if (error) return setProblem(messageOf(error, 'Failed to move items to campaign'))
    onClose()
  }

  return (
    <MoveModal
      title={`Move the lore of ${folder.name}`}
      problem={problem}
      isBusy={isLoading}
      disabled={!isAnywhere}
      onMove={move}
      onClose={onClose}
    >
      {isAnywhere && <WhereTo place={place} whose="their" onChange={() => setProblem(undefined)} />}
      <p className={classes.hint}>{isAnywhere ? hint : 'You have no other campaign to move it to.'}</p>
    </MoveModal>
  )
}
