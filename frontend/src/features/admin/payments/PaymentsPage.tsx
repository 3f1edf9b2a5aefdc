import { Button, NativeSelect, Table, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'react-router'
import { type AdminPayment, PaymentFilter } from '#domain/payment-answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { ReasonDialog } from '../../../base/ReasonDialog.tsx'
import { money } from '../../../billing/money.ts'
import { paymentStates, periodOf, purchaseName, requestSentence, returnFact } from '../../../billing/payment-words.ts'
import { cardName } from '../../../billing/SavedCard.tsx'
import { SimulatedNote } from '../../../billing/SimulatedNote.tsx'
import { adminPaymentsPageSize, useAdminPaymentsQuery, useDeclineRefundMutation } from '../../../data/admin-payments.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Delayed } from '../../../ui/Delayed.tsx'
import { dateOf } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Page, PageHeader } from '../../../ui/PageHeader.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { shortId } from '../../../ui/short-id.ts'
import { toast } from '../../../ui/toast.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import classes from './admin-payments.module.css'
import { RefundDialog } from './RefundDialog.tsx'
import '@mantine/core/styles/Table.layer.css'

const settleMs = 300
const everyMs = 5_000
const filterNames: Record<PaymentFilter, string> = {
  all: 'All payments',
  requested: 'Refund requested',
  refunded: 'Refunded',
  disputed: 'Disputed',
}

/** Payments of all users, with refunds and disputes. Admins can refund a payment or decline a requested refund. */
export const PaymentsPage = () => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), settleMs)
  const [filter, setFilter] = useState<PaymentFilter>('all')
  const [month, setMonth] = useState('')
  const [offset, setOffset] = useState(0)
  const [refunded, setRefunded] = useState<AdminPayment>()
  const [declined, setDeclined] = useState<AdminPayment>()
  const { data, error, refetch } = useAdminPaymentsQuery(
    { search, filter, month: /^\d{4}-\d{2}$/.test(month) ? month : '', offset },
    { pollingInterval: everyMs, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  )
  const isUnfiltered = search === '' && filter === 'all' && month === ''
  /** Wraps a filter's setter, so that it also returns to the first page of results. */
  const resettingPage =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setOffset(0)
    }
  return (
    <Page>
      <PageHeader
        title="Payments"
        actions={
          <SearchField
            label="Search by name, email or payment id"
            className={classes.search}
            value={typed}
            onChange={resettingPage(setTyped)}
          />
        }
      />
      <SimulatedNote />
      <Filters filter={filter} month={month} onFilter={resettingPage(setFilter)} onMonth={resettingPage(setMonth)} />
      {data && data.data.length > 0 && (
        <>
          <Payments rows={data.data} onRefund={setRefunded} onDecline={setDeclined} />
          <Pager what="payments" offset={offset} limit={adminPaymentsPageSize} total={data.total} onMove={setOffset} />
        </>
      )}
      {data?.total === 0 && (
        <EmptyState
          subject="frame"
          title={isUnfiltered ? 'No payments yet' : 'Nothing found'}
          text={isUnfiltered ? 'Plans and credits that people pay for are listed here.' : 'No payment is like that.'}
        />
      )}
      {error && !data && (
        <ErrorState text={messageOf(error, 'Failed to load payments')} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Delayed>
          <Waiting />
        </Delayed>
      )}
      {declined && <DeclineDialog payment={declined} onClose={() => setDeclined(undefined)} />}
      {refunded && <RefundDialog payment={refunded} onClose={() => setRefunded(undefined)} />}
    </Page>
  )
}

interface FiltersProps {
  filter: PaymentFilter
  /** A month such as 2026-03; empty for all months. */
  month: string
  onFilter: (filter: PaymentFilter) => void
  onMonth: (month: string) => void
}

const Filters = ({ filter, month, onFilter, onMonth }: FiltersProps) => (
  <div className={classes.filters}>
    <NativeSelect
      className={classes.filter}
      aria-label="Show"
      data={PaymentFilter.options.map((value) => ({ value, label: filterNames[value] }))}
      value={filter}
      onChange={({ currentTarget }) => onFilter(PaymentFilter.parse(currentTarget.value))}
    />
    <TextInput
      type="month"
      className={classes.filter}
      aria-label="Month (UTC)"
      value={month}
      onChange={({ currentTarget }) => onMonth(currentTarget.value)}
    />
  </div>
)

interface PaymentsProps {
  rows: readonly AdminPayment[]
  onRefund: (payment: AdminPayment) => void
  onDecline: (payment: AdminPayment) => void
}

const Payments = ({ rows, onRefund, onDecline }: PaymentsProps) => (
  <Table className={classes.table}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">Paid</Table.Th>
        <Table.Th scope="col">By</Table.Th>
        <Table.Th scope="col">For</Table.Th>
        <Table.Th scope="col">Card</Table.Th>
        <Table.Th scope="col">Status</Table.Th>
        <Table.Th scope="col">Amount</Table.Th>
        <Table.Th scope="col" aria-label="Refund" />
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map((payment) => (
        <Line
          key={payment.id}
          payment={payment}
          onRefund={() => onRefund(payment)}
          onDecline={() => onDecline(payment)}
        />
      ))}
    </Table.Tbody>
  </Table>
)

/** Declines a requested refund; the reason is mailed to the user. */
const DeclineDialog = ({ payment, onClose }: { payment: AdminPayment; onClose: () => void }) => {
  const [decline] = useDeclineRefundMutation()
  const { userId, userName, request } = payment
  const run = async (reason: string) => {
    if (request) await decline({ userId, requestId: request.id, reason }).unwrap()
    toast.success('The request is declined')
    onClose()
  }
  return (
    <ReasonDialog
      title="Decline this refund?"
      act="Decline"
      description="Mailed to the user, and kept in the event log with your name."
      otherwise="The request could not be declined. Please try again."
      onClose={onClose}
      onReason={run}
    >
      {userName || shortId(userId)} requested {money(payment.amount)} back
      {request?.reason ? `: “${request.reason}”` : ', without a reason.'}
    </ReasonDialog>
  )
}

interface LineProps {
  payment: AdminPayment
  onRefund: () => void
  onDecline: () => void
}
const Line = ({ payment, onRefund, onDecline }: LineProps) => {
  const { id, userId, userName, paidAt, card, status, amount, returns, request } = payment
  const period = periodOf(payment)
  return (
    <Table.Tr>
      <Table.Td className="num">{dateOf(paidAt)}</Table.Td>
      <Table.Td>
        <Link to={`/admin/users/${userId}/events`} dir="auto">
          {userName || shortId(userId)}
        </Link>
      </Table.Td>
      <Table.Td>
        {purchaseName(payment)}
        {period && <small className="num">{period}</small>}
        {request && <small className="num">{requestSentence(request)}</small>}
        {request?.reason && (
          <small>
            Reason of the request: <span dir="auto">“{request.reason}”</span>
          </small>
        )}
        {returns.map((each) => (
          <small key={each.id} className="num">
            {returnFact(each)}
          </small>
        ))}
        <small className={classes.id}>{id}</small>
      </Table.Td>
      <Table.Td className="num">{card ? cardName(card) : ''}</Table.Td>
      <Table.Td>
        <Badge colour={paymentStates[status].colour}>{paymentStates[status].word}</Badge>
      </Table.Td>
      <Table.Td className="num">{money(amount)}</Table.Td>
      <Table.Td>
        {(status === 'paid' || status === 'partly_refunded') && (
          <Button size="xs" aria-label={`Refund ${money(amount)} of ${userName ?? shortId(userId)}`} onClick={onRefund}>
            Refund
          </Button>
        )}
        {request?.status === 'open' && (
          <Button
            size="xs"
            variant="subtle"
            aria-label={`Decline the refund of ${userName ?? shortId(userId)}`}
            onClick={onDecline}
          >
            Decline
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
