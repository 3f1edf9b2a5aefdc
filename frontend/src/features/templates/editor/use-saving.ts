import { type FormEvent, useState } from 'react'
import { TemplateAttributes } from '#domain/template-attributes.ts'
import type { Template } from '#projections/template-answers.ts'
import { newId } from '../../../base/ids.ts'
import { messageOf } from '../../../base/problem.ts'
import { useCreateTemplateMutation, useReviseTemplateMutation } from '../../../data/templates.ts'
import { toast } from '../../../ui/toast.ts'
import { type Draft, type Edit, lacking } from './draft.ts'

interface Options {
  /** Null for a new template. */
  template: Template | null
  content: Draft['content']
  edit: (edit: Edit) => void
  /** Called if fields are missing; their attribute is open then. */
  onMissing: () => void
  onClose: () => void
}

/** Saves the template once nothing is missing. From the first attempt on, missing fields are marked. */
export const useSaving = ({ template, content, edit, onMissing, onClose }: Options) => {
  const [id] = useState(() => template?.id ?? newId())
  const [create, creating] = useCreateTemplateMutation()
  const [revise, revising] = useReviseTemplateMutation()
  const [isChecked, setChecked] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { name, attributes } = content

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const first = attributes.find((attribute) => lacking(attribute))
    if (first && name.trim() !== '') edit({ type: 'open', id: first.id })
    if (name.trim() === '' || first) {
      setProblem(name.trim() === '' ? 'Template name is required' : 'Every attribute needs a name and a prompt')
      return onMissing()
    }
    const wrong = TemplateAttributes.safeParse(attributes).error?.issues[0]
    if (wrong) return setProblem(wrong.message)
    const { error } = await (template ? revise : create)({ id, ...content, name: name.trim() })
    if (error) return setProblem(messageOf(error, template ? 'Failed to update template' : 'Failed to create template'))
    toast.success(template ? 'Template updated' : 'Template created')
    onClose()
  }

  return { save, isChecked, isSaving: creating.isLoading || revising.isLoading, problem }
}
