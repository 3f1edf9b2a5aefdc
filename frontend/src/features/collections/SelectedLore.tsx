import { useHotkeys } from '@mantine/hooks'
import { IconEyeOff, IconFolderSymlink, IconTags, IconTrash, IconUsers } from '@tabler/icons-react'
import type { ConjurationItem } from '#projections/answers.ts'
import { SelectionBar } from '../../ui/SelectionBar.tsx'
import type { Dialog } from './Dialogs.tsx'
import type { useChanges } from './use-changes.ts'

/** Stops `useHotkeys` from preventing the default of every such key: other handlers check `defaultPrevented`. */
const unprevented = { preventDefault: false }

const isFree = ({ target, defaultPrevented }: KeyboardEvent) =>
  !defaultPrevented &&
  target instanceof Element &&
  !target.closest('input:not([type=checkbox]), textarea, [role=tree], [role=dialog], [role=alertdialog], [role=menu]')

interface Props {
  lore: readonly ConjurationItem[]
  changes: ReturnType<typeof useChanges>
  onDialog: (dialog: Dialog) => void
  onClear: () => void
}

/** Actions and keys for the selected lore of a folder. */
export const SelectedLore = ({ lore, changes, onDialog, onClear }: Props) => {
  const show = async (visibility: 'CAMPAIGN' | 'DM') => {
    const ids = lore.filter((row) => row.visibility !== visibility).map(({ id }) => id)
    if (await changes.lore(ids, { visibility }, visibility === 'DM' ? 'Now only DMs see' : 'Now the campaign sees'))
      onClear()
  }
  const remove = () => onDialog({ kind: 'deleteConjuration', lore })
  // The empty list ignores no element, so that the keys work on a card's checkbox; `isFree` excludes text fields, the tree,
  // dialogs and menus.
  useHotkeys(
    [
      ['Delete', (event) => isFree(event) && remove(), unprevented],
      ['Escape', (event) => isFree(event) && onClear(), unprevented],
    ],
    [],
  )
  const isShown = ({ visibility }: ConjurationItem) => visibility === 'CAMPAIGN'
  return (
    <SelectionBar
      text={`${lore.length.toLocaleString('en')} lore item(s) selected`}
      onClear={onClear}
      actions={[
        ...(lore.every(isShown)
          ? []
          : [{ label: 'Show to campaign', icon: <IconUsers size={15} />, onClick: () => void show('CAMPAIGN') }]),
        ...(lore.some(isShown)
          ? [{ label: 'Hide', icon: <IconEyeOff size={15} />, onClick: () => void show('DM') }]
          : []),
        { label: 'Tags', icon: <IconTags size={15} />, onClick: () => onDialog({ kind: 'tagConjuration', lore }) },
        {
          label: 'Move',
          icon: <IconFolderSymlink size={15} />,
          onClick: () => onDialog({ kind: 'moveConjuration', lore }),
        },
        { label: 'Delete', icon: <IconTrash size={15} />, danger: true, onClick: remove },
      ]}
    />
  )
}
