import { Button, Modal } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { CollectionRow } from '#projections/collections.ts'
import { CollectionPicker } from '../../ui/CollectionPicker.tsx'
import classes from './dialogs.module.css'
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

  const move = (event: FormEvent) => {
    event.preventDefault()
    if (to === undefined || refusal) return
    moves.take({ kind: 'folder', id: folder.id }, to)
    onClose()
  }

  return (
    <Modal opened onClose={onClose} title={`Move ${folder.name}`} size={480}>
      <form onSubmit={move}>
        <CollectionPicker folders={tree.rows} campaignName={campaignName} value={to} onChange={setTo} />
        {refusal && (
          <p role="alert" className={classes.problem}>
            {refusal}
          </p>
        )}
        <div className={classes.foot}>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="filled" disabled={to === undefined || refusal !== undefined}>
            Move
          </Button>
        </div>
      </form>
    </Modal>
  )
}
