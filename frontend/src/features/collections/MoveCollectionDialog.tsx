import { useState } from 'react'
import type { CollectionListItem } from '#projections/answers.ts'
import { useCollectionChoices } from '../../app/use-collection-choices.ts'
import type { Campaign } from '../../data/campaigns.ts'
import { CollectionPicker } from '../../ui/CollectionPicker.tsx'
import { MoveModal } from '../../ui/MoveModal.tsx'
import { useMoves } from './moves.tsx'

interface Props {
  folder: CollectionListItem
  campaign: Campaign
  onClose: () => void
}

/** Moves a folder with its content within its campaign. */
export const MoveCollectionDialog = ({ folder, campaign, onClose }: Props) => {
  const moves = useMoves()
  const [to, setTo] = useState<string | null | undefined>(undefined)
  const { choices } = useCollectionChoices({ campaignId: campaign.id, campaignName: campaign.name, at: folder.id })
  const refusal = to === undefined ? undefined : moves.refusal(folder.id, to)

  const move = () => {
    if (to === undefined || refusal) return
    moves.take({ kind: 'folder', id: folder.id }, to)
    onClose()
  }

  return (
    <MoveModal
      title={`Move ${folder.name}`}
      problem={refusal}
      disabled={to === undefined || refusal !== undefined}
      onMove={move}
      onClose={onClose}
    >
      <CollectionPicker {...choices} value={to} onChange={setTo} />
    </MoveModal>
  )
}
