import { Button, Table } from '@mantine/core'
import { useState } from 'react'
import { mayAskForRefund, type Payment } from '#domain/payment-answers.ts'
import { SupportText } from '../../base/SupportText.tsx'
import { money } from '../../billing/money.ts'
import { paymentStates, periodOf, purchaseName, requestSentence, returnSentence } from '../../billing/payment-words.ts'
import { cardName } from '../../billing/SavedCard.tsx'
import { SimulatedNote } from '../../billing/SimulatedNote.tsx'
import { useWhyNot } from '../../billing/use-why-not.ts'
import { paymentsPerPage, usePaymentsQuery } from '../../data/billing.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Delayed } from '../../ui/Delayed.tsx'
import { dateOf } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import classes from './payments-tab.module.css'
import { RefundRequestDialog } from './RefundRequestDialog.tsx'
import '@mantine/core/styles/Table.layer.css'

/** All payments, with their status, refunds and documents. */
export const PaymentsTab = () => {
  const whyNot = useWhyNot()
  const [page, setPage] = useState(0)
  const [refunded, setRefunded] = useState<Payment>()
  const { currentData: data, isError, refetch } = usePaymentsQuery({ page }, { skip: whyNot !== undefined })
  if (whyNot) return <p className={classes.empty}>{whyNot}</p>
  if (isError && !data) return <ErrorState text="Failed to load your payments" onRetry={() => void refetch()} />
  if (!data)
    return (
      <Delayed>
        <Waiting />
      </Delayed>
    )
  if (data.total === 0)
    return <p className={classes.empty}>No payments yet. Plans and credits that you pay for are listed here.</p>
  return (
    <>
      <SimulatedNote />
      <Table className={classes.payments}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Date</Table.Th>
            <Table.Th scope="col">For</Table.Th>
            <Table.Th scope="col">Card</Table.Th>
            <Table.Th scope="col">Status</Table.Th>
            <Table.Th scope="col">Tax</Table.Th>
            <Table.Th scope="col">Amount</Table.Th>
            <Table.Th scope="col">Receipt</Table.Th>
            <Table.Th scope="col" aria-label="Refund" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.data.map((payment) => (
            <Line key={payment.id} payment={payment} onRefund={() => setRefunded(payment)} />
          ))}
        </Table.Tbody>
      </Table>
      <Pager
        what="payments"
        offset={page * paymentsPerPage}
        limit={paymentsPerPage}
        total={data.total}
        onMove={(offset) => setPage(offset / paymentsPerPage)}
      />
      {refunded && <RefundRequestDialog payment={refunded} onClose={() => setRefunded(undefined)} />}
    </>
  )
}

/** A link that downloads a receipt or credit note as PDF. Its label has the document's number. */
const Document = ({ name, id, number }: { name: string; id: string; number: string }) => (
  <a className={classes.document} href={`/api/billing/receipts/${id}`} download aria-label={`${name} ${number}`}>
    {name === 'Receipt' ? number : `${name} ${number}`}
  </a>
)

/** Returns false while a refund request is open, for disputed or fully returned money, and after the deadline. */
const isRefundable = ({ status, request, paidAt }: Payment): boolean =>
  (status === 'paid' || status === 'partly_refunded') &&
  request?.status !== 'open' &&
  mayAskForRefund(paidAt, new Date().toISOString())

const Line = ({ payment, onRefund }: { payment: Payment; onRefund: () => void }) => {
  const { paidAt, card, status, tax, amount, returns, receipt, request } = payment
  const { word, colour } = paymentStates[status]
  const period = periodOf(payment)
  return (
    <Table.Tr>
      <Table.Td className="num">{dateOf(paidAt)}</Table.Td>
      <Table.Td>
        {purchaseName(payment)}
        {period && <small className="num">{period}</small>}
        {request && <small className="num">{requestSentence(request)}</small>}
        {returns.map((each) => (
          <small key={each.id} className="num">
            <SupportText text={returnSentence(each)} />
            {each.creditNote && (
              <>
                {' '}
                <Document name="Credit note" {...each.creditNote} />
              </>
            )}
          </small>
        ))}
      </Table.Td>
      <Table.Td className="num">{card ? cardName(card) : ''}</Table.Td>
      <Table.Td>
        <Badge colour={colour}>{word}</Badge>
      </Table.Td>
      <Table.Td className="num" data-none={tax === 0 || undefined}>
        {tax === 0 ? 'none' : `${money(tax)} included`}
      </Table.Td>
      <Table.Td className="num">{money(amount)}</Table.Td>
      <Table.Td>{receipt && <Document name="Receipt" {...receipt} />}</Table.Td>
      <Table.Td>
        {isRefundable(payment) && (
          <Button
            size="xs"
            variant="subtle"
            onClick={onRefund}
            aria-label={`Request a refund of ${purchaseName(payment)}`}
          >
            Refund…
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
