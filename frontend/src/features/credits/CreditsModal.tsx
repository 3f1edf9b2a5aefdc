import { Button, Modal, Table } from '@mantine/core'
import { useState } from 'react'
import type { CreditTransactionRow } from '#projections/credit-transactions.ts'
import { noPayments } from '../../app/payments.ts'
import { pageSize, useCreditsQuery } from '../../data/credits.ts'
import { useMe } from '../../data/me.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Delayed } from '../../ui/Delayed.tsx'
import { dateTimeOf } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import classes from './credits.module.css'
import '@mantine/core/styles/Table.layer.css'

/** The balance and where it went. Buying more comes with billing. */
export const CreditsModal = ({ onClose }: { onClose: () => void }) => {
  const { imageCredits } = useMe()
  const [page, setPage] = useState(0)
  const { data, isError, refetch } = useCreditsQuery({ page })
  const pages = Math.ceil((data?.total ?? 0) / pageSize)
  return (
    <Modal opened onClose={onClose} title="Image credits" size={560}>
      <p className={classes.balance}>
        <b className="num">{imageCredits.toLocaleString('en')}</b> to spend
      </p>
      <p className={classes.note}>{noPayments}</p>
      {isError && !data && <ErrorState text="Failed to load your credit history" onRetry={() => void refetch()} />}
      {!data && !isError && (
        <Delayed>
          <Waiting />
        </Delayed>
      )}
      {data && (
        <Table className={classes.history}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">What</Table.Th>
              <Table.Th scope="col">When</Table.Th>
              <Table.Th scope="col">Credits</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.rows.map((row) => (
              <Line key={row.id} {...row} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {pages > 1 && (
        <nav className={classes.pages} aria-label="Pages of the history">
          <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <span className="num">{`${page + 1} of ${pages}`}</span>
          <Button disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </nav>
      )}
    </Modal>
  )
}

const Line = ({ comment, createdAt, quantity, status }: CreditTransactionRow) => (
  <Table.Tr data-status={status}>
    <Table.Td>
      <bdi>{comment}</bdi> {status === 'held' && <Badge dye="woad">Held</Badge>}
      {status === 'released' && <Badge>Returned</Badge>}
    </Table.Td>
    <Table.Td className="num">{dateTimeOf(createdAt)}</Table.Td>
    <Table.Td className="num">
      {quantity > 0 ? `+${quantity.toLocaleString('en')}` : `−${Math.abs(quantity).toLocaleString('en')}`}
    </Table.Td>
  </Table.Tr>
)
