import { Button, Table, Tooltip, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import type { TrashLine } from '#projections/trash-answers.ts'
import { messageOf } from '../../base/problem.ts'
import { describeSkipped } from '../../data/bulk.ts'
import { useRestoreOperationMutation } from '../../data/trash.ts'
import { dateTimeOf } from '../../ui/dates.ts'
import { toast } from '../../ui/toast.ts'
import { kinds, nameOf, whatOf } from './kinds.ts'
import classes from './trash.module.css'
import '@mantine/core/styles/Table.layer.css'

interface Wording {
  verb: string
  done: (name: string, others: number) => string
  failed: (name: string) => string
}
const withOthers = (name: string, others: number) =>
  others > 0 ? `${name} and ${others.toLocaleString('en')} more` : name
const restoring: Wording = {
  verb: 'Restore',
  done: (name, others) => `${withOthers(name, others)} ${others > 0 ? 'were' : 'was'} restored`,
  failed: (name) => `${name} could not be restored. It is still in the Trash.`,
}
const takingBack: Wording = {
  verb: 'Take back',
  done: (name, others) => `${withOthers(name, others)} ${others > 0 ? 'are' : 'is'} back in this campaign`,
  failed: (name) => `${name} could not be taken back. Please try again.`,
}
const onlyOwner = 'Only the campaign’s owner can take this back.'

/** A disabled button that explains the missing permission. */
const NotYours = ({ label, name }: { label: string; name: string }) => {
  const reason = useId()
  return (
    <Tooltip label={onlyOwner} events={{ hover: true, focus: true, touch: true }}>
      <Button size="xs" data-disabled aria-disabled aria-label={`${label} ${name}`} aria-describedby={reason}>
        {label}
        <VisuallyHidden id={reason}>{onlyOwner}</VisuallyHidden>
      </Button>
    </Tooltip>
  )
}

interface Props {
  line: TrashLine
  campaignId: string
  /** Requests a confirmation to purge the user's own files. */
  onPurge: () => void
}

/** One deletion or move to another campaign, which is undone as a whole. */
export const TrashRow = ({ line, campaignId, onPurge }: Props) => {
  const [restore, { isLoading }] = useRestoreOperationMutation()
  const { operationId, kind, deletedAt, deletedByName, mayRestore, mayPurge } = line
  const { icon: Icon, address } = kinds[kind]
  const name = nameOf(line)
  const to = address?.(line.id)
  const wording = kind === 'moved' ? takingBack : restoring

  const run = async () => {
    const { data, error } = await restore({ campaignId, operationId })
    if (error) toast.error(messageOf(error, wording.failed(name)))
    // For a folder, the message names the folder only, not the number of items in it.
    else
      toast.success(wording.done(name, kind === 'folder' ? 0 : line.count - 1 - data.skipped.length), {
        ...(data.skipped.length > 0 && { context: describeSkipped(data) }),
        ...(to !== undefined && { route: { to, label: 'Open' } }),
        duration: 5_000,
      })
  }

  return (
    <Table.Tr>
      <Table.Td className={classes.what}>
        <Icon size={18} aria-hidden="true" />
        <span className={classes.name} dir="auto" title={name}>
          {name}
        </span>
        <span className={`${classes.count} num`}>{whatOf(line)}</span>
      </Table.Td>
      <Table.Td className={classes.by} dir="auto">
        {deletedByName}
      </Table.Td>
      <Table.Td className={`${classes.at} num`}>
        <time dateTime={deletedAt}>{dateTimeOf(deletedAt)}</time>
      </Table.Td>
      <Table.Td className={classes.does}>
        {mayPurge && (
          <Button size="xs" variant="subtle" aria-label={`Delete forever ${name}`} onClick={onPurge}>
            Delete forever
          </Button>
        )}
        {mayRestore && (
          <Button size="xs" loading={isLoading} aria-label={`${wording.verb} ${name}`} onClick={() => void run()}>
            {wording.verb}
          </Button>
        )}
        {!mayRestore && kind === 'moved' && <NotYours label={wording.verb} name={name} />}
      </Table.Td>
    </Table.Tr>
  )
}
