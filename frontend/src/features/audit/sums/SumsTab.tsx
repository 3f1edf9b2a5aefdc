import { NativeSelect, Table } from '@mantine/core'
import { useState } from 'react'
import type { CreditSums, Figure as FigureName, MoneyMonth, SumLine, SumsBy } from '#domain/ledger-answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { useSumsQuery } from '../../../data/audit-ledger.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import type { TabProps } from '../account/tab.ts'
import { count, signedFigure } from '../amounts.ts'
import { Figure } from '../made-by/Figure.tsx'
import { sourceOf } from '../trace/sources.ts'
import { justAfter, monthOf } from '../utc.ts'
import classes from './sums.module.css'
import '@mantine/core/styles/Table.layer.css'

const ways: { value: SumsBy; label: string; title: string }[] = [
  { value: 'period', label: 'By month', title: 'Month' },
  { value: 'source', label: 'By source', title: 'Source' },
  { value: 'purpose', label: 'By purpose', title: 'Purpose' },
]

/** Columns of each table, signed as in the ledger: changes of the balance, or, by purpose, changes of the held credits. */
const columns: Record<SumsBy, { figure: FigureName; label: string }[]> = {
  period: [
    { figure: 'granted', label: 'Granted' },
    { figure: 'givenBack', label: 'Given back' },
    { figure: 'captured', label: 'Captured' },
    { figure: 'takenBack', label: 'Taken back' },
    { figure: 'settled', label: 'Settled' },
    { figure: 'removed', label: 'Removed' },
  ],
  source: [
    { figure: 'granted', label: 'Granted' },
    { figure: 'givenBack', label: 'Given back' },
    { figure: 'captured', label: 'Captured' },
    { figure: 'takenBack', label: 'Taken back' },
    { figure: 'settled', label: 'Settled' },
    { figure: 'removed', label: 'Removed' },
  ],
  purpose: [
    { figure: 'held', label: 'Held' },
    { figure: 'captured', label: 'Captured' },
    { figure: 'released', label: 'Released' },
  ],
}

const keyOf: Record<SumsBy, (key: string) => { month?: string; source?: string; purpose?: string }> = {
  period: (month) => ({ month }),
  source: (source) => ({ source }),
  purpose: (purpose) => ({ purpose }),
}
const labelOf: Record<SumsBy, (key: string) => string> = {
  period: (month) => monthOf(`${month}-01`),
  source: sourceOf,
  purpose: (key) => `${key.charAt(0).toUpperCase()}${key.slice(1).replaceAll('-', ' ')}`,
}

/** Sums of credits by month, source or purpose, with a check that every credit is accounted for. */
export const SumsTab = ({ past, now }: TabProps) => {
  const [by, setBy] = useState<SumsBy>('period')
  const to = justAfter(now.at)
  const { data, error, isFetching, refetch } = useSumsQuery({ accountId: past.account.id, by, to })
  if (error && !data)
    return <ErrorState text={messageOf(error, 'Failed to load sums')} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const broken = data.checks.reduce((sum, check) => sum + check.broken.length, 0)
  const isWhole = data.total.unaccounted === 0 && broken === 0
  return (
    <div className={classes.sums} aria-busy={isFetching}>
      <div className={classes.top}>
        <NativeSelect
          size="xs"
          aria-label="Sums by"
          value={by}
          data={ways.map(({ value, label }) => ({ value, label }))}
          onChange={(event) => setBy(ways.find(({ value }) => value === event.currentTarget.value)?.value ?? 'period')}
        />
        {isWhole ? (
          <Badge colour="lichen">Every credit accounted for</Badge>
        ) : (
          <Badge colour="madder">
            {count(data.total.unaccounted)} unaccounted, {count(broken)} entries break a rule
          </Badge>
        )}
      </div>
      <Sums sums={data} to={to} />
      <p className={classes.proof}>
        {data.by === 'purpose'
          ? 'Of what is held: opening + held − captured − released = closing.'
          : 'Of the balance: opening + granted + given back − captured − taken back − settled − removed = closing.'}
      </p>
      {data.by === 'period' && data.money.length > 0 && <Money months={data.money} />}
      <dl className={classes.terms}>
        {terms[data.by].map(([term, meaning]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** `to` is the exclusive ISO time up to which the sums count entries. */
const Sums = ({ sums: { by, lines, total }, to }: { sums: CreditSums; to: string }) => {
  const shown = columns[by]
  return (
    <div className={classes.scroll}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{ways.find(({ value }) => value === by)?.title}</Table.Th>
            <Table.Th scope="col">Opening</Table.Th>
            {shown.map(({ figure, label }) => (
              <Table.Th key={figure} scope="col">
                {label}
              </Table.Th>
            ))}
            <Table.Th scope="col">= Closing</Table.Th>
            <Table.Th scope="col">Unaccounted</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Line
              key={line.key}
              line={line}
              columns={shown}
              label={labelOf[by](line.key)}
              narrowed={{ ...keyOf[by](line.key), to }}
            />
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Line line={total} columns={shown} label="All" narrowed={{ to }} />
        </Table.Tfoot>
      </Table>
    </div>
  )
}

const amountIn = (cents: number, currency: string) =>
  (cents / 100).toLocaleString('en', { style: 'currency', currency }).replace('-', '\u2212')

/** Paid and returned money by month, with the same amounts as in statements and in the list of payments. */
const Money = ({ months }: { months: readonly MoneyMonth[] }) => (
  <section className={classes.scroll} aria-label="Money">
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Money</Table.Th>
          <Table.Th scope="col">Paid</Table.Th>
          <Table.Th scope="col">Refunded or disputed</Table.Th>
          <Table.Th scope="col">= Net</Table.Th>
          <Table.Th scope="col">Tax in it</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {months.map(({ month, currency, paid, returned, net, tax }) => (
          <Table.Tr key={`${month} ${currency}`}>
            <Table.Th scope="row">{labelOf.period(month)}</Table.Th>
            <Table.Td>{amountIn(paid, currency)}</Table.Td>
            <Table.Td>{amountIn(returned === 0 ? 0 : -returned, currency)}</Table.Td>
            <Table.Td>{amountIn(net, currency)}</Table.Td>
            <Table.Td>{amountIn(tax, currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </section>
)

type Term = readonly [term: string, meaning: string]
const ofBalance: readonly Term[] = [
  ['Captured', 'Held credits that were spent because their work was done.'],
  ['Taken back', 'Credits of refunded or disputed money. Those that were spent already are owed instead.'],
  ['Settled', 'Credits of a later grant that paid off owed ones.'],
  ['Unaccounted', 'What the other columns do not explain. Anything but 0 needs a look.'],
]
/** Explanations of the columns, which are shown below the table. */
const terms: Record<SumsBy, readonly Term[]> = {
  period: ofBalance,
  source: ofBalance,
  purpose: [
    ['Held', 'Credits reserved for work. Like released ones they have no sign, because the balance stays as it is.'],
    ['Captured', 'Held credits that were spent because their work was done.'],
    ['Released', 'Held credits that are available again because their work failed or was cancelled.'],
  ],
}

interface LineProps {
  line: SumLine
  columns: { figure: FigureName; label: string }[]
  label: string
  narrowed: { month?: string; source?: string; purpose?: string; to: string }
}

const Line = ({ line, columns: shown, label, narrowed }: LineProps) => (
  <Table.Tr>
    <Table.Th scope="row">{label}</Table.Th>
    <Table.Td>{count(line.opening)}</Table.Td>
    {shown.map(({ figure, label: column }) => {
      const sum = line.figures[figure]
      return (
        <Table.Td key={figure}>
          {sum && sum.entries > 0 ? (
            <Figure of={{ title: `${column}, ${label}`, sum: { figure, ...narrowed } }}>
              {signedFigure(figure, sum.credits)}
            </Figure>
          ) : (
            count(0)
          )}
        </Table.Td>
      )
    })}
    <Table.Td>
      <b>{count(line.closing)}</b>
    </Table.Td>
    <Table.Td data-bad={line.unaccounted !== 0 || undefined}>{count(line.unaccounted)}</Table.Td>
  </Table.Tr>
)
