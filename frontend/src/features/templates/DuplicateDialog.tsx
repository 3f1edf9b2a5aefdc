import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { templateNameLimit } from '#domain/templates.ts'
import type { Template } from '#projections/template-answers.ts'
import { messageOf } from '../../base/problem.ts'
import { useAskBeforeLeaving } from '../../base/use-ask-before-leaving.tsx'
import { useDuplicateTemplateMutation } from '../../data/templates.ts'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { toast } from '../../ui/toast.ts'

/** Creates a copy under another name. */
export const DuplicateDialog = ({ template, onClose }: { template: Template; onClose: () => void }) => {
  const [duplicate, { isLoading }] = useDuplicateTemplateMutation()
  const offered = `${template.name} (Copy)`.slice(0, templateNameLimit)
  const [name, setName] = useState(offered)
  const { question } = useAskBeforeLeaving(!['', offered].includes(name.trim()))
  const [problem, setProblem] = useState<string>()
  const copy = async (event: FormEvent) => {
    event.preventDefault()
    const { error, data } = await duplicate({ id: template.id, newName: name.trim() })
    if (error) return setProblem(messageOf(error, 'Failed to duplicate template'))
    toast.success('Template duplicated', { route: { to: `/templates/${data.id}`, label: 'Open' } })
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Duplicate Template" size={480}>
      <form onSubmit={(event) => void copy(event)}>
        <TextInput
          label="Name"
          data-autofocus
          dir="auto"
          value={name}
          maxLength={templateNameLimit}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <DialogFoot onCancel={onClose}>
          <Button type="submit" variant="filled" loading={isLoading} disabled={name.trim() === ''}>
            Duplicate
          </Button>
        </DialogFoot>
      </form>
      {question}
    </Modal>
  )
}
