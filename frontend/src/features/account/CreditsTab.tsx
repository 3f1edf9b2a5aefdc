import { Button, Table } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { mayBuyInPanel } from '#domain/entitlements.ts'
import { getCredits } from '../../base/overlay.ts'
import { SimulatedNote } from '../../billing/SimulatedNote.tsx'
import { useWhyNot } from '../../billing/use-why-not.ts'
import { type Credits, pageSize, useCreditsQuery } from '../../data/credits.ts'
import { selectEntitlements, useMe } from '../../data/me.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CreditFigures } from '../../ui/CreditFigures.tsx'
import { Delayed } from '../../ui/Delayed.tsx'
import { dateTimeOf } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { BalanceChart } from './BalanceChart.tsx'
import classes from './credits-tab.module.css'
import { amountOf, causeOf, type Dated, dated, kinds } from './history.ts'
import '@mantine/core/styles/Table.layer.css'

/** The balance, held credits, and their history. */
export const CreditsTab = () => {
  const me = useMe()
  const whyNot = useWhyNot()
  const sells = mayBuyInPanel(selectEntitlements(me))
  const [page, setPage] = useState(0)
  const { currentData: data, isError, refetch } = useCreditsQuery({ page })
  if (isError && !data) return <ErrorState text="Failed to load your credit history" onRetry={() => void refetch()} />
  if (!data)
    return (
      <Delayed>
        <Waiting />
      </Delayed>
    )
  return (
    <>
      <div className={classes.head}>
        <CreditFigures figures={figuresOf(data)} />
        {sells && (
          <Button
            variant="filled"
            leftSection={<IconPlus size={15} />}
            disabled={whyNot !== undefined}
            onClick={getCredits.run}
          >
            Buy credits
          </Button>
        )}
      </div>
      {sells && whyNot && <p className={classes.note}>{whyNot}</p>}
      {sells && <SimulatedNote />}
      <BalanceChart />
      <Table className={classes.history}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">When</Table.Th>
            <Table.Th scope="col">Kind</Table.Th>
            <Table.Th scope="col">For</Table.Th>
            <Table.Th scope="col">Credits</Table.Th>
            <Table.Th scope="col">Balance</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {dated(data).map((line) => (
            <Line key={line.id} {...line} />
          ))}
        </Table.Tbody>
      </Table>
      <Pager
        what="credits"
        offset={page * pageSize}
        limit={pageSize}
        total={data.total}
        onMove={(offset) => setPage(offset / pageSize)}
      />
    </>
  )
}

const figuresOf = ({ balance, held, available, owed }: Credits) =>
  Object.entries({ Balance: balance, Held: held, Available: available, ...(owed > 0 && { Owed: owed }) }).map(
    ([name, value]) => ({ name, shown: value.toLocaleString('en') }),
  )

const Line = (line: Dated) => (
  <Table.Tr data-status={line.status}>
    <Table.Td className="num">{dateTimeOf(line.createdAt)}</Table.Td>
    <Table.Td>
      <Badge colour={kinds[line.status].colour}>{kinds[line.status].word}</Badge>
    </Table.Td>
    <Table.Td>
      <bdi>{causeOf(line)}</bdi>
    </Table.Td>
    <Table.Td className="num">{amountOf(line)}</Table.Td>
    <Table.Td className="num">{line.balance.toLocaleString('en')}</Table.Td>
  </Table.Tr>
)
