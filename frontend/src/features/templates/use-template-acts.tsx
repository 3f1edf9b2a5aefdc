import { useState } from 'react'
import { may } from '#domain/entitlements.ts'
import type { Template } from '#projections/template-answers.ts'
import { openOverlay } from '../../base/overlay.ts'
import { codeOf, messageOf } from '../../base/problem.ts'
import { selectEntitlements, today, useMe } from '../../data/me.ts'
import { useDeleteTemplateMutation, useRestoreTemplateMutation } from '../../data/templates.ts'
import { toast } from '../../ui/toast.ts'

export type TemplateDialog =
  | { kind: 'edit'; template: Template | null }
  | { kind: 'duplicate' | 'delete'; template: Template }

/** Reports an error, except a missing plan, which a dialog explains. */
export const toastProblem = (error: unknown, otherwise: string): void => {
  if (codeOf(error) !== 'plan_required') toast.error(messageOf(error, otherwise))
}

/** Actions for templates, with their dialogs. A missing plan is reported first. */
export const useTemplateActs = () => {
  const me = useMe()
  const [dialog, setDialog] = useState<TemplateDialog | null>(null)
  const [remove] = useDeleteTemplateMutation()
  const [restore] = useRestoreTemplateMutation()
  const mayMake = may(selectEntitlements(me), 'templates', today())
  const withPlan = (next: TemplateDialog) => () =>
    mayMake ? setDialog(next) : openOverlay({ kind: 'upgrade', wanted: 'templates' })

  const bringBack = async (id: string) => {
    const { error } = await restore(id)
    if (error) toastProblem(error, 'Failed to restore template')
  }
  return {
    dialog,
    close: () => setDialog(null),
    create: withPlan({ kind: 'edit', template: null }),
    edit: (template: Template) => withPlan({ kind: 'edit', template }),
    duplicate: (template: Template) => withPlan({ kind: 'duplicate', template }),
    askToDelete: (template: Template) => () => setDialog({ kind: 'delete', template }),
    async remove({ id, name }: Template): Promise<boolean> {
      const { error } = await remove(id)
      if (error) toastProblem(error, 'Failed to delete template')
      else toast.success('Template deleted', { context: name, undo: () => void bringBack(id) })
      return !error
    },
  }
}
