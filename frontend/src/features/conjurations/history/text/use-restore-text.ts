import { messageOf } from '../../../../app/problem.ts'
import { useRestoreTextMutation } from '../../../../data/text-history.ts'
import { toast } from '../../../../ui/toast.ts'
import { openedSession } from '../../../../writing/session/opened.ts'

const failed = 'This version could not be restored. Please try again.'

/** Restores a version of a text. Undo reverts only the restoration: later changes stay. */
export const useRestoreText = (textId: string) => {
  const [restoreText] = useRestoreTextMutation()
  const restore = async (revision: number, base?: number) => {
    // Unsent input precedes the restoration.
    await openedSession(textId)?.flush()
    const { data, error } = await restoreText({ textId, revision, ...(base === undefined ? {} : { base }) })
    if (error) return void toast.error(messageOf(error, failed))
    const { revision: now } = data
    if (base === undefined) toast.success('Version restored', { undo: () => void restore(now - 1, now) })
  }
  return (revision: number) => void restore(revision)
}
