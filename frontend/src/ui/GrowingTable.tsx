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
  /** A header for screen readers only: the buttons below are self-explanatory. */
  isUnseen?: true
}

interface Props<Row> {
  /** A query result: the loaded rows and their total. */
  list: {
    data?: { rows: readonly Row[]; total?: number | undefined } | undefined
    error?: unknown
    isFetching: boolean
    refetch: () => unknown
  }
  columns: readonly Column[]
  pageSize: number
  /** Requests this number of rows. */
  onMore: (want: number) => void
  /** Shown if the rows could not be loaded. */
  failed: string
  /** Replaces a table without rows. */
  empty?: ReactNode
  className?: string | undefined
  children: (row: Row) => ReactNode
}

/** A list that is loaded page by page. On a phone the list's own style sheet lays out its rows. */
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
