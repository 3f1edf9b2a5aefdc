import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { OperationKind } from '#domain/operations.ts'
import type { Operation } from '#projections/operation-answers.ts'
import { messageOf } from '../../base/problem.ts'
import { describeSkipped } from '../../data/bulk.ts'
import { exportFile } from '../../data/lore-exports.ts'
import { useProgress } from '../../data/operation-progress.ts'
import { isIncomplete, useUndoOperationMutation } from '../../data/operations.ts'
import { ThreadProgress } from '../../ui/Thread.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './operations.module.css'

const words: Record<OperationKind, string> = {
  'delete-conjurations': 'Deleting lore',
  'move-conjurations': 'Moving lore',
  'return-conjurations': 'Taking lore back',
  'change-conjurations': 'Changing lore',
  'copy-collection': 'Copying the folder',
  'delete-images': 'Deleting images',
  'restore-images': 'Restoring images',
  'move-models': 'Moving 3D models',
  'move-images': 'Moving images',
  'restore-from-trash': 'Restoring from the Trash',
  'purge-from-trash': 'Deleting forever',
  'empty-collections': 'Deleting what was in the folder',
  'refill-collections': 'Restoring what was in the folder',
  'restore-past': 'Restoring from the past',
  'copy-past': 'Copying the campaign as it was',
  'keep-map-key': 'Writing the key of the map',
  'import-campaign': 'Bringing your world in',
  'export-lore': 'Exporting',
  'export-account': 'Packing everything of yours',
}

/** Messages for the end of an operation that no request waits for, moves excepted. */
const ends: Partial<Record<OperationKind, { done: (all: string) => string; undone: string }>> = {
  'copy-past': { done: (all) => `The copy is there, with ${all} lore item(s)`, undone: 'The copy is in the Trash' },
  'restore-past': { done: (all) => `Restored ${all} item(s) from the past`, undone: 'It is as it was before' },
  'copy-collection': {
    done: (all) => `The copy of the folder is there, with ${all} lore item(s)`,
    undone: 'The copy is in the Trash',
  },
  'keep-map-key': { done: (all) => `The key of ${all} room(s) is in your lore`, undone: 'The key is in the Trash' },
  'import-campaign': {
    done: (all) => `Your world is here: ${all} page(s) and picture(s)`,
    undone: 'The import is in the Trash',
  },
}

const isExport = (kind: OperationKind) => kind === 'export-lore' || kind === 'export-account'

/** Reports the end of an export: offers the download of its file, or shows the reason why there is none. */
const toastExportEnd = (operation: Operation) => {
  if (operation.left > 0) toast.error(describeSkipped(operation))
  else
    toast.success('Your export is ready, and stays for 7 days', {
      act: { label: 'Download', run: () => location.assign(exportFile(operation.id)) },
    })
}

interface Props {
  id: string
  kind: OperationKind
  /** True if no other part of the page reports the operation's end. */
  isUnattended: boolean
  /** The folder with the results, for the link to it. */
  folder?: string | undefined
}

export const RunningOperation = ({ id, kind, isUnattended, folder }: Props) => {
  const { operation, done, back } = useProgress(id)
  // The screen of an import shows its own progress and end.
  const isOnScreen = useSearchParams()[0].get('operation') === id
  const [undoOperation, { isLoading }] = useUndoOperationMutation()
  const undo = async () => {
    const { error } = await undoOperation(id)
    if (error) toast.error(messageOf(error, 'It could not be taken back.'))
  }

  const { status } = operation ?? {}
  useEffect(() => {
    if (!operation || !isUnattended || isOnScreen || (status !== 'ENDED' && status !== 'UNDONE')) return
    const context = operation.left > 0 ? { context: describeSkipped(operation) } : {}
    const all = operation.count.toLocaleString('en')
    const end = ends[kind]
    const route = folder && { route: { to: `/collections/${folder}`, label: 'Open' } }
    const offers = { ...route, undo: () => void undo() }
    if (status === 'ENDED' && isExport(kind)) toastExportEnd(operation)
    else if (status === 'ENDED' && kind === 'import-campaign' && isIncomplete(operation))
      toast.error('Not all of your world is here. Please undo the import and choose the file again.', offers)
    else if (status === 'ENDED') toast.success(end?.done(all) ?? `Moved ${all} lore item(s)`, { ...context, ...offers })
    else if (isExport(kind)) toast.success('The export was removed')
    else toast.success(end?.undone ?? `${all} lore item(s) are back`, context)
  }, [status])

  if (!operation || isOnScreen || status === 'ENDED' || status === 'UNDONE') return null
  const isBack = status !== 'RUNNING'
  const label = !isBack ? words[kind] : isExport(kind) ? 'Removing the export' : 'Taking it back'
  // The number of items to revert is known once the operation has ended.
  const total = isBack ? operation.count || null : operation.total
  const count = isBack ? back : done
  const shown = total === null ? count : Math.min(count, total)
  return (
    <div className={classes.operation}>
      <span role="status">{label}</span>
      <span className={`num ${classes.count}`}>
        {shown.toLocaleString('en')}
        {total !== null && ` of ${total.toLocaleString('en')}`}
      </span>
      {total !== null && total > 0 && <ThreadProgress value={shown / total} label={label} />}
      {operation.mayUndo && (
        <button type="button" className={classes.action} disabled={isLoading} onClick={() => void undo()}>
          {isExport(kind) ? 'Stop' : 'Undo'}
        </button>
      )}
    </div>
  )
}
