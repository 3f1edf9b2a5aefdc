import { Button, VisuallyHidden } from '@mantine/core'
import { IconFolderPlus, IconFolderSymlink, IconPlus } from '@tabler/icons-react'
import type { CollectionRow } from '#projections/collections.ts'
import { VisibilityBadge } from '../../ui/VisibilityBadge.tsx'
import { FolderMenu } from './FolderMenu.tsx'
import type { FolderMenuActs } from './FolderMenuOpen.tsx'
import { FolderName } from './FolderName.tsx'

interface Props extends FolderMenuActs {
  title: string
  /** Null at the root, which is not renamed, hidden, moved or deleted. */
  folder: CollectionRow | null
  isMaking: boolean
  onAddLore: () => void
}

/** The folder's name and what can be done with it and in it. */
export const FolderHeader = ({ title, folder, isMaking, onAddLore, ...acts }: Props) => (
  <header className="col-head">
    <title>{`${title} · Loreloom`}</title>
    <div className="col-title">
      {folder ? <FolderName key={folder.id} folder={folder} mine={acts.mine} /> : <h1 title={title}>{title}</h1>}
      {folder &&
        (acts.mine ? (
          <button type="button" className="col-visibility" onClick={acts.onVisibility}>
            <VisuallyHidden>Change visibility: </VisuallyHidden>
            <VisibilityBadge visibility={folder.visibility} />
          </button>
        ) : (
          <VisibilityBadge visibility={folder.visibility} />
        ))}
    </div>
    <div className="col-actions">
      {acts.mine && (
        <Button
          className="col-desk"
          variant="subtle"
          leftSection={<IconFolderSymlink size={15} />}
          onClick={acts.onMove}
        >
          Move
        </Button>
      )}
      <Button className="col-desk" leftSection={<IconFolderPlus size={15} />} onClick={acts.onNewFolder}>
        New Folder
      </Button>
      <AddLore className="col-desk" isMaking={isMaking} onAddLore={onAddLore} />
      <FolderMenu {...acts} />
    </div>
  </header>
)

interface AddLoreProps {
  className: string
  isMaking: boolean
  onAddLore: () => void
}

/** What is done here most. On a phone it stands beside the tabs, where the title leaves it no room. */
export const AddLore = ({ className, isMaking, onAddLore }: AddLoreProps) => (
  <Button
    className={className}
    variant="filled"
    leftSection={<IconPlus size={15} />}
    loading={isMaking}
    onClick={onAddLore}
  >
    Add Lore
  </Button>
)
