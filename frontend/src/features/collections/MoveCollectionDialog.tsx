import { useState } from 'react'
import type { CollectionRow } from '#projections/collections.ts'
import { CollectionPicker } from '../../ui/CollectionPicker.tsx'
import { MoveModal } from '../../ui/MoveModal.tsx'
import { useMoves } from './moves.tsx'
import type { FolderTree } from './tree.ts'

interface Props {
  folder: CollectionRow
  tree: FolderTree
  campaignName: string
  onClose: () => void
}

/** Moves a folder, with all that hangs in it, somewhere else in its campaign. */
export const MoveCollectionDialog = ({ folder, tree, campaignName, onClose }: Props) => {
  const moves = useMoves()
  const [to, setTo] = useState<string | null | undefined>(undefined)
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
      <CollectionPicker folders={tree.rows} campaignName={campaignName} value={to} onChange={setTo} />
    </MoveModal>
  )
}
