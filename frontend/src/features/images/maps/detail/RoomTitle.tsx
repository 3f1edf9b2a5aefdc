import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { messageOf } from '../../../../base/problem.ts'
import { useAskBeforeLeaving } from '../../../../base/use-ask-before-leaving.tsx'
import { useRenameRoomMutation } from '../../../../data/maps.ts'
import { toast } from '../../../../ui/toast.ts'
import classes from './map-page.module.css'

interface Props {
  mapId: string
  room: number
  name: string
  children: ReactNode
}

/** A room's name in the key; Enter saves a new one, Escape cancels. */
export const RoomTitle = ({ mapId, room, name, children }: Props) => {
  const [renameRoom, { isLoading }] = useRenameRoomMutation()
  const [draft, setDraft] = useState<string | null>(null)
  const { question } = useAskBeforeLeaving(draft !== null && draft.trim() !== name)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setDraft(null)
    requestAnimationFrame(() => opener.current?.focus())
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = draft?.trim() ?? ''
    if (wanted === '' || wanted === name) return close()
    const { error } = await renameRoom({ id: mapId, room, name: wanted })
    if (error) toast.error(messageOf(error, 'The room could not be renamed. Please try again.'))
    else close()
  }
  if (draft !== null)
    return (
      <form onSubmit={(event) => void save(event)}>
        <TextInput
          autoFocus
          dir="auto"
          size="xs"
          aria-label={`Name of room ${room}`}
          maxLength={80}
          value={draft}
          readOnly={isLoading}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && close()}
        />
        <Button type="submit" size="xs" loading={isLoading}>
          Save
        </Button>
        {question}
      </form>
    )
  return (
    <>
      <strong dir="auto">{name}</strong>
      <ActionIcon
        ref={opener}
        className={classes.rename}
        variant="subtle"
        size={24}
        aria-label={`Rename ${name}`}
        onClick={() => setDraft(name)}
      >
        <IconPencil size={14} />
      </ActionIcon>
      {children}
    </>
  )
}
