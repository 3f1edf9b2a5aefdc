import { lazy } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Part } from '../../ui/Part.tsx'
import { DuplicateDialog } from './DuplicateDialog.tsx'
import type { useTemplateActs } from './use-template-acts.tsx'

const Editor = lazy(async () => ({ default: (await import('./editor/Editor.tsx')).Editor }))

interface Props {
  acts: ReturnType<typeof useTemplateActs>
  onDeleted?: () => void
}

/** Dialogs to create, edit, copy and delete templates. */
export const TemplateDialogs = ({ acts, onDeleted }: Props) => {
  const { dialog, close } = acts
  if (dialog === null) return null
  const { template } = dialog
  if (dialog.kind === 'edit')
    return (
      <Part onFailed={close}>
        <Editor template={template} onClose={close} />
      </Part>
    )
  if (template === null) return null
  if (dialog.kind === 'duplicate') return <DuplicateDialog template={template} onClose={close} />
  return (
    <ConfirmDialog
      opened
      danger
      title={`Delete "${template.name}"?`}
      text="Lore that was written from it stays. The template is under Deleted templates, at the end of the library, for 30 days."
      confirm="Delete"
      onConfirm={async () => {
        if (await acts.remove(template)) onDeleted?.()
      }}
      onClose={close}
    />
  )
}
