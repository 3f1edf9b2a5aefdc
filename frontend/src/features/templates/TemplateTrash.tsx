import { Button } from '@mantine/core'
import { useRestoreTemplateMutation, useTemplateTrashQuery } from '../../data/templates.ts'
import { ago } from '../../ui/ago.ts'
import { toast } from '../../ui/toast.ts'
import classes from './templates.module.css'
import { toastProblem } from './use-template-acts.tsx'

/** The user's deleted templates that can be restored. */
export const TemplateTrash = () => {
  const { data } = useTemplateTrashQuery()
  const [restore, { isLoading, originalArgs }] = useRestoreTemplateMutation()
  if (!data || data.total === 0) return null
  const bringBack = async (id: string) => {
    const { error } = await restore(id)
    if (error) toastProblem(error, 'Failed to restore template')
    else toast.success('Template restored')
  }
  return (
    <details className={classes.trash}>
      <summary className="num">Deleted templates ({data.total})</summary>
      <p>{data.total === 1 ? 'It can' : 'They can'} be restored for 30 days.</p>
      <ul>
        {data.templates.map(({ id, name, deletedAt }) => (
          <li key={id}>
            <span dir="auto">{name}</span>
            <small className="num">{ago(deletedAt)}</small>
            <Button
              size="xs"
              aria-label={`Restore ${name}`}
              loading={isLoading && originalArgs === id}
              onClick={() => void bringBack(id)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
