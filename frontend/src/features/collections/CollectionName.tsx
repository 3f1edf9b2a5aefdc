import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { collectionNameLimit } from '#domain/collections.ts'
import type { CollectionRow } from '#projections/collections.ts'
import { messageOf } from '../../app/problem.ts'
import { useUnsaved } from '../../app/use-unsaved.ts'
import { useChangeCollectionMutation } from '../../data/collections.ts'
import { toast } from '../../ui/toast.ts'
import classes from './collection.module.css'

interface Props {
  folder: CollectionRow
  mayRename: boolean
}

/**
 * A folder's name, edited in place: Enter or blur saves, Escape cancels. A blank name changes nothing. After a key
 * press the focus returns to the button that started editing.
 */
export const CollectionName = ({ folder, mayRename }: Props) => {
  const [text, setText] = useState<string | null>(null)
  const [rename] = useChangeCollectionMutation()
  const [isByKey, setByKey] = useState(false)
  const done = useRef(false)

  const begin = () => {
    done.current = false
    setByKey(false)
    setText(folder.name)
  }
  const end = () => {
    done.current = true
    setText(null)
  }
  const save = async () => {
    if (done.current) return
    const name = (text ?? '').trim()
    end()
    if (!name || name === folder.name) return
    const { error } = await rename({ id: folder.id, name })
    if (error)
      return void toast.error(messageOf(error, 'Something went wrong saving the collection, please try again.'))
    toast.success('Collection was updated.')
  }
  useUnsaved(
    () => ![undefined, '', folder.name].includes(text?.trim()),
    () => void save(),
  )
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // The same press would go on to the button that takes the focus, and begin again.
    event.preventDefault()
    setByKey(true)
    if (event.key === 'Enter') void save()
    else end()
  }

  if (text !== null)
    return (
      <input
        // biome-ignore lint/a11y/noAutofocus: the user just started editing
        autoFocus
        className={classes.name}
        aria-label="Folder name"
        dir="auto"
        value={text}
        maxLength={collectionNameLimit}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={key}
        onBlur={() => void save()}
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
