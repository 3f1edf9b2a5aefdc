import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { modelNameLimit } from '#domain/model-words.ts'
import { useRenaming } from '../../../base/use-renaming.ts'
import { type Model, useRenameModelMutation } from '../../../data/models.ts'
import { toast } from '../../../ui/toast.ts'
import { modelName } from '../model.ts'
import classes from './model-page.module.css'

/** A model's name, edited in place. Without one it is 'Unnamed Model'. Leaving the field saves too. */
export const Name = ({ row }: { row: Model }) => {
  const [rename] = useRenameModelMutation()
  const { isEditing, isByKey, begin, field } = useRenaming({
    name: row.name ?? '',
    canBeBlank: true,
    async save(name) {
      const { error } = await rename({ id: row.id, name })
      if (error) toast.error('Failed to update model name. Please try again.')
      else toast.success('Model name updated successfully')
    },
  })
  if (isEditing)
    return (
      <div className={classes.editing}>
        <input
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the user just started editing
          autoFocus
          aria-label="Name"
          aria-describedby="model-name-keys"
          maxLength={modelNameLimit}
          placeholder="Unnamed Model"
          {...field}
        />
        <small id="model-name-keys">Enter saves, Escape cancels</small>
      </div>
    )
  return (
    <div className={classes.name}>
      <h1 dir="auto" title={modelName(row)}>
        {modelName(row)}
      </h1>
      {row.mayEdit && (
        <Tooltip label="Rename">
          <ActionIcon aria-label="Rename" autoFocus={isByKey} onClick={begin}>
            <IconPencil size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}
