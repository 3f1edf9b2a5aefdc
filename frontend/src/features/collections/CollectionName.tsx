import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { collectionNameLimit } from '#domain/collections.ts'
import type { CollectionRow } from '#projections/collections.ts'
import { messageOf } from '../../base/problem.ts'
import { useRenaming } from '../../base/use-renaming.ts'
import { useChangeCollectionMutation } from '../../data/collections.ts'
import { toast } from '../../ui/toast.ts'
import classes from './collection.module.css'

interface Props {
  folder: CollectionRow
  mayRename: boolean
}

/** A folder's name, edited in place. */
export const CollectionName = ({ folder, mayRename }: Props) => {
  const [rename] = useChangeCollectionMutation()
  const { isEditing, isByKey, begin, field } = useRenaming({
    name: folder.name,
    async save(name) {
      const { error } = await rename({ id: folder.id, name })
      if (error)
        return void toast.error(messageOf(error, 'Something went wrong saving the collection, please try again.'))
      toast.success('Collection was updated.')
    },
  })

  if (isEditing)
    return (
      <input
        // biome-ignore lint/a11y/noAutofocus: the user just started editing
        autoFocus
        className={classes.name}
        aria-label="Folder name"
        dir="auto"
        maxLength={collectionNameLimit}
        onFocus={(event) => event.currentTarget.select()}
        {...field}
      />
    )
  return (
    <>
      <h1 dir="auto" title={folder.name}>
        {folder.name}
      </h1>
      {mayRename && (
        <ActionIcon autoFocus={isByKey} aria-label="Rename" title="Rename" onClick={begin}>
          <IconPencil size={18} />
        </ActionIcon>
      )}
    </>
  )
}
