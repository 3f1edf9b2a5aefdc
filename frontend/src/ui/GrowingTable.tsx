import { Button, Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Delayed } from './Delayed.tsx'
import { ErrorState } from './ErrorState.tsx'
import classes from './growing-table.module.css'
import { Waiting } from './Waiting.tsx'
import '@mantine/core/styles/Table.layer.css'

interface Column {
  label: string
  className?: string | undefined
  /** Only told to those who listen: the buttons below say what they are. */
  isUnseen?: true
}

interface Props<Row> {
  /** A query's answer: as many rows as were asked for, out of how many. */
  list: {
    data?: { rows: readonly Row[]; total?: number | undefined } | undefined
    error?: unknown
    isFetching: boolean
    refetch: () => unknown
  }
  columns: readonly Column[]
  pageSize: number
  /** Asks for this many rows. */
  onMore: (want: number) => void
  /** Said when there is nothing to show because it could not be loaded. */
  failed: string
  /** In place of a table without rows. */
  empty?: ReactNode
  className?: string | undefined
  children: (row: Row) => ReactNode
}

/** A list that is read page after page. On a phone its rows are laid out by the list's own style sheet. */
export const GrowingTable = <Row,>({
  list,
  columns,
  pageSize,
  onMore,
  failed,
  empty,
  className,
  children,
}: Props<Row>) => {
  const { data, error, isFetching, refetch } = list
  if (!data && error) return <ErrorState text={failed} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Delayed>
        <Waiting />
      </Delayed>
    )
  if (data.rows.length === 0) return empty
  return (
    <>
      <Table className={`${classes.table} ${className}`}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ label, className, isUnseen }) => (
              <Table.Th key={label} scope="col" className={className}>
                {isUnseen ? <VisuallyHidden>{label}</VisuallyHidden> : label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{data.rows.map(children)}</Table.Tbody>
      </Table>
      {data.rows.length < (data.total ?? 0) && (
        <Button mt={14} loading={isFetching} onClick={() => onMore(data.rows.length + pageSize)}>
          Load More
        </Button>
      )}
    </>
  )
}
