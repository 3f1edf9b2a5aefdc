import { useState } from 'react'
import type { TrashLine } from '#projections/trash-answers.ts'
import { messageOf } from '../../base/problem.ts'
import { describeSkipped } from '../../data/bulk.ts'
import { usePurgeFromTrashMutation } from '../../data/trash.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { nameOf } from './kinds.ts'

const filesOf = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`)

/** Purges the user's own files in these rows after a confirmation. The server accepts 100 rows per request. */
export const usePurging = (campaignId: string) => {
  const [lines, setLines] = useState<readonly TrashLine[]>()
  const [purge] = usePurgeFromTrashMutation()
  const [first, ...more] = lines ?? []
  const name = first && more.length === 0 ? nameOf(first) : `${lines?.length ?? 0} things in the Trash`

  const run = async () => {
    const operationIds = (lines ?? []).map(({ operationId }) => operationId)
    const { data, error } = await purge({ campaignId, operationIds })
    if (error) toast.error(messageOf(error, 'Nothing was deleted. Please try again.'))
    else
      toast.success(
        `${filesOf(data.count)} deleted forever`,
        data.skipped.length > 0 ? { context: describeSkipped(data) } : {},
      )
  }

  return {
    ask: setLines,
    dialog: (
      <ConfirmDialog
        opened={lines !== undefined}
        title={`Delete ${name} forever?`}
        text="Your own images and files in it are deleted with all of their versions, which makes room in your storage. What belongs to others, and what holds no files, stays in the Trash."
        loss="This action cannot be undone."
        confirm="Delete forever"
        danger
        onConfirm={run}
        onClose={() => setLines(undefined)}
      />
    ),
  }
}
