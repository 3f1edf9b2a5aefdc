import { Button, Group, Modal } from '@mantine/core'
import type { CollectionVisibility } from '#domain/collections.ts'
import type { CollectionRow } from '#projections/collections.ts'
import { Choices } from '../../ui/Choices.tsx'
import { SaveIndicator } from '../../ui/SaveIndicator.tsx'
import { VisibilityBadge } from '../../ui/VisibilityBadge.tsx'
import classes from './dialogs.module.css'
import { useVisibility } from './use-visibility.ts'

const meanings: Record<CollectionVisibility, string> = {
  PRIVATE: 'Visible only to you',
  DM: 'Visible to you and DMs',
  CAMPAIGN: 'Visible to all campaign members',
  PUBLIC: 'Visible to everyone',
}
const texts = { saving: 'Saving...', saved: 'Saved', failed: 'Not saved' }

interface Props {
  folder: CollectionRow
  onClose: () => void
}

/** The visibility of a folder. Lore in it has its own. */
export const VisibilityDialog = ({ folder, onClose }: Props) => {
  const { visibility, state, choose } = useVisibility(folder.id, folder.visibility)
  // Public folders are imported: they are shown, but cannot be created here.
  const choices = (['PRIVATE', 'DM', 'CAMPAIGN', 'PUBLIC'] as const).filter(
    (choice) => choice !== 'PUBLIC' || folder.visibility === 'PUBLIC',
  )
  return (
    <Modal opened onClose={onClose} title="Collection Visibility Settings" size={480}>
      <Choices
        label={`Who sees ${folder.name}`}
        value={visibility}
        choices={choices.map((choice) => ({
          value: choice,
          label: meanings[choice],
          detail: <VisibilityBadge visibility={choice} />,
        }))}
        onChange={choose}
      />
      <p className={`${classes.hint} ${classes.below}`}>
        What hangs in it keeps its own visibility. For those who do not see the folder it hangs at the campaign’s root.
      </p>
      <Group justify="flex-end" mt={18}>
        <SaveIndicator state={state} texts={texts} />
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Modal>
  )
}
