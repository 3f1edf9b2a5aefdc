import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { titleLimit } from '#domain/conversations.ts'
import type { ConversationItem } from '#projections/conversation-messages.ts'
import { messageOf } from '../../base/problem.ts'
import { useRenameConversationMutation } from '../../data/conversations.ts'
import { DialogFoot } from '../../ui/DialogFoot.tsx'

interface Props {
  conversation: Pick<ConversationItem, 'id' | 'title'>
  onClose: () => void
}

export const RenameDialog = ({ conversation: { id, title: before }, onClose }: Props) => {
  const [title, setTitle] = useState(before)
  const [problem, setProblem] = useState<string>()
  const [rename, { isLoading }] = useRenameConversationMutation()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    const { error } = await rename({ id, title: title.trim() })
    if (error) setProblem(messageOf(error, 'The conversation could not be renamed. Please try again.'))
    else onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Rename conversation" size={480}>
      <form onSubmit={(event) => void submit(event)}>
        <TextInput
          label="Title"
          dir="auto"
          maxLength={titleLimit}
          value={title}
          error={problem}
          data-autofocus
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <DialogFoot onCancel={onClose}>
          <Button type="submit" variant="filled" loading={isLoading} disabled={title.trim() === ''}>
            Rename
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  )
}
