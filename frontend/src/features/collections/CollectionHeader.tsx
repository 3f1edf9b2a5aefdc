import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconDots, IconFolderPlus, IconFolderSymlink, IconPlus } from '@tabler/icons-react'
import type { CollectionRow } from '#projections/collections.ts'
import { lazyMenu } from '../../ui/LazyMenu.tsx'
import { VisibilityBadge } from '../../ui/VisibilityBadge.tsx'
import type { CollectionMenuActs } from './CollectionMenuOpen.tsx'
import { CollectionName } from './CollectionName.tsx'
import classes from './collection.module.css'

const CollectionMenu = lazyMenu(async () => (await import('./CollectionMenuOpen.tsx')).CollectionMenuOpen)

interface Props extends Omit<CollectionMenuActs, 'folderId' | 'folderName'> {
  title: string
  /** Null at the root, which is not renamed, hidden, moved or deleted. */
  folder: CollectionRow | null
  /** False in a copy of a past campaign. */
  adding: Omit<AddConjurationProps, 'className'> | false
}

/** The folder's name and actions. */
export const CollectionHeader = ({ title, folder, adding, ...acts }: Props) => (
  <header className={classes.head}>
    <title>{`${title} · Loreloom`}</title>
    <div className={classes.title}>
      {folder ? (
        <CollectionName key={folder.id} folder={folder} mayRename={acts.mayArrange} />
      ) : (
        <h1 dir="auto" title={title}>
          {title}
        </h1>
      )}
      {folder &&
        (acts.mine ? (
          <button type="button" className={classes.visibility} onClick={acts.onVisibility}>
            <VisuallyHidden>Change visibility: </VisuallyHidden>
            <VisibilityBadge visibility={folder.visibility} />
          </button>
        ) : (
          <VisibilityBadge visibility={folder.visibility} />
        ))}
    </div>
    <div className={classes.actions}>
      {acts.mayArrange && (
        <Button
          className={classes.desk}
          variant="subtle"
          leftSection={<IconFolderSymlink size={15} />}
          onClick={acts.onMove}
        >
          Move
        </Button>
      )}
      {adding && (
        <>
          <Button className={classes.desk} leftSection={<IconFolderPlus size={15} />} onClick={acts.onNewCollection}>
            New Folder
          </Button>
          <AddConjuration className={classes.desk} {...adding} />
          <CollectionMenu
            {...acts}
            folderId={folder?.id}
            folderName={folder?.name}
            renderButton={(props) => (
              <ActionIcon size={34} aria-label="More actions" aria-haspopup="menu" {...props}>
                <IconDots size={18} />
              </ActionIcon>
            )}
          />
        </>
      )}
    </div>
  </header>
)

interface AddConjurationProps {
  className: string | undefined
  isMaking: boolean
  /** True if this is the view's primary button, of which each view has one. */
  isMain: boolean
  onAddConjuration: () => void
}

/** The button of the most frequent action. On a phone it is next to the tabs, because the title leaves no space. */
export const AddConjuration = ({ className, isMaking, isMain, onAddConjuration }: AddConjurationProps) => (
  <Button
    className={className}
    variant={isMain ? 'filled' : 'default'}
    leftSection={<IconPlus size={15} />}
    loading={isMaking}
    onClick={onAddConjuration}
  >
    Add Lore
  </Button>
)
