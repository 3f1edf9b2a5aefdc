import { Button, Table } from '@mantine/core'
import type { TrashLine } from '#projections/answers.ts'
import { messageOf } from '../../app/problem.ts'
import { leftBecause } from '../../data/bulk.ts'
import { useRestoreOperationMutation } from '../../data/trash.ts'
import { dateTimeOf } from '../../ui/dates.ts'
import { toast } from '../../ui/toast.ts'
import { kinds, nameOf, whatOf } from './kinds.ts'
import classes from './trash.module.css'

/** One act of deleting, which is taken back as one. */
export const TrashRow = ({ line, campaignId }: { line: TrashLine; campaignId: string }) => {
  const [restore, { isLoading }] = useRestoreOperationMutation()
  const { operationId, kind, deletedAt, deletedByName, mayRestore } = line
  const { icon: Icon, address } = kinds[kind]
  const name = nameOf(line)
  const to = address?.(line.id)

  const run = async () => {
    const { data, error } = await restore({ campaignId, operationId })
    if (error) toast.error(messageOf(error, `${name} could not be restored. It is still in the Trash.`))
    else
      toast.success(`${name} was restored`, {
        ...(data.skipped.length > 0 && { context: leftBecause(data) }),
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
        {mayRestore && (
          <Button size="xs" loading={isLoading} aria-label={`Restore ${name}`} onClick={() => void run()}>
            Restore
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
