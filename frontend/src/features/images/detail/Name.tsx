import { useState } from 'react'
import type { ImageRow } from '#projections/images.ts'
import { messageOf } from '../../../base/problem.ts'
import { useRenaming } from '../../../base/use-renaming.ts'
import { useRenameImageMutation } from '../../../data/images.ts'
import { SaveIndicator, type SaveState } from '../../../ui/SaveIndicator.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './detail.module.css'

interface Props {
  row: ImageRow
  title: string
  editable: boolean
  /** Starts in edit mode. */
  isBegun?: boolean
}

/** An image's name, edited in place. */
export const Name = ({ row, title, editable, isBegun = false }: Props) => {
  const [state, setState] = useState<SaveState>('idle')
  const [rename] = useRenameImageMutation()
  const { isEditing, isByKey, begin, field } = useRenaming({
    name: row.name ?? '',
    isBegun,
    async save(name) {
      setState('saving')
      const { error } = await rename({ id: row.id, name })
      setState(error ? 'failed' : 'saved')
      if (error) toast.error(messageOf(error, 'The name could not be saved. Please try again.'))
    },
  })

  return (
    <div className={classes.name}>
      {!isEditing ? (
        <>
          <h1>{title}</h1>
          {editable && (
            // biome-ignore lint/a11y/noAutofocus: Enter and Escape return the focus to this button
            <button type="button" autoFocus={isByKey} onClick={begin}>
              Rename
            </button>
          )}
        </>
      ) : (
        <input
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the user just started editing
          autoFocus
          aria-label="Name"
          maxLength={255}
          placeholder={title}
          {...field}
        />
      )}
      <SaveIndicator state={state} />
    </div>
  )
}
