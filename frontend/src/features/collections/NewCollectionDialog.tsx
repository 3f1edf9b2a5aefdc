import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { collectionNameLimit, visibilityWithin } from '#domain/collections.ts'
import type { CollectionRow } from '#projections/collections.ts'
import { newId } from '../../base/ids.ts'
import { messageOf } from '../../base/problem.ts'
import { useAskBeforeLeaving } from '../../base/use-ask-before-leaving.tsx'
import { useCreateCollectionMutation } from '../../data/collections.ts'
import { useMe } from '../../data/me.ts'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { toast } from '../../ui/toast.ts'

interface Props {
  campaignId: string
  /** Null: the root. */
  parent: CollectionRow | null
  onMade?: (id: string) => void
  onClose: () => void
}

/** Makes a folder. */
export const NewCollectionDialog = ({ campaignId, parent, onMade, onClose }: Props) => {
  const me = useMe()
  const [create, { isLoading }] = useCreateCollectionMutation()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const { question } = useAskBeforeLeaving(name.trim() !== '')
  const isAtRoot = parent === null

  const make = async (event: FormEvent) => {
    event.preventDefault()
    const place = { campaignId, parentId: parent?.id ?? null, visibility: visibilityWithin(parent?.visibility) }
    const { data, error } = await create({ id: newId(), userId: me.id, name: name.trim(), ...place })
    if (error) {
      const otherwise = isAtRoot
        ? 'Failed to create collection. Please try again.'
        : 'Failed to create folder. Please try again.'
      return setProblem(messageOf(error, otherwise))
    }
    toast.success('Folder created!')
    onMade?.(data.id)
    onClose()
  }

  return (
    <Modal opened onClose={onClose} title="New Folder" size={480}>
      <form onSubmit={(event) => void make(event)}>
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          maxLength={collectionNameLimit}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <DialogFoot onCancel={onClose}>
          <Button type="submit" variant="filled" loading={isLoading} disabled={name.trim() === ''}>
            Create
          </Button>
        </DialogFoot>
      </form>
      {question}
    </Modal>
  )
}
