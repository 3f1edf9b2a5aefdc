import { Table } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CouponItem } from '#projections/coupons.ts'
import { messageOf } from '../../../base/problem.ts'
import { couponsPageSize, useCouponsQuery } from '../../../data/coupons.ts'
import { Badge, PlanBadge } from '../../../ui/Badge.tsx'
import { Delayed } from '../../../ui/Delayed.tsx'
import { dateOf } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Page, PageHeader } from '../../../ui/PageHeader.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { shortId } from '../../../ui/short-id.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import adminClasses from '../admin.module.css'
import classes from './coupons.module.css'
import '@mantine/core/styles/Table.layer.css'

const settleMs = 300
const everyMs = 5_000

/** Lists pre-orders: those reserved for an email address, and redeemed ones. */
export const CouponsPage = () => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), settleMs)
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useCouponsQuery(
    { search, offset },
    { pollingInterval: everyMs, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  )
  return (
    <Page>
      <PageHeader
        title="Coupons"
        actions={
          <SearchField
            label="Search by email"
            className={classes.search}
            value={typed}
            onChange={(email) => {
              setTyped(email)
              setOffset(0)
            }}
          />
        }
      />
      <p className={adminClasses.note}>
        Pre-orders wait here for whoever has their address. New ones are made with <code>npm run coupons</code>.
      </p>
      {data && data.data.length > 0 && (
        <>
          <Coupons rows={data.data} />
          <Pager what="coupons" offset={offset} limit={couponsPageSize} total={data.total} onMove={setOffset} />
        </>
      )}
      {data?.total === 0 && (
        <EmptyState
          subject="frame"
          title={search === '' ? 'No coupons yet' : 'Nothing found'}
          text={search === '' ? 'Whoever ordered beforehand finds theirs here.' : 'No coupon is for such an address.'}
        />
      )}
      {error && !data && (
        <ErrorState text={messageOf(error, 'Failed to load coupons')} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Delayed>
          <Waiting />
        </Delayed>
      )}
    </Page>
  )
}

const Coupons = ({ rows }: { rows: readonly CouponItem[] }) => (
  <Table className={classes.table}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">For</Table.Th>
        <Table.Th scope="col">Plan</Table.Th>
        <Table.Th scope="col">Through</Table.Th>
        <Table.Th scope="col">Made</Table.Th>
        <Table.Th scope="col">Redeemed</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map((coupon) => (
        <Line key={coupon.id} {...coupon} />
      ))}
    </Table.Tbody>
  </Table>
)

const Line = ({ email, plan, through, issuedAt, redeemedBy, redeemedByName }: CouponItem) => (
  <Table.Tr>
    <Table.Td className={classes.email}>{email}</Table.Td>
    <Table.Td>
      <PlanBadge plan={plan} />
    </Table.Td>
    <Table.Td className="num">{through === null ? 'For life' : dateOf(through)}</Table.Td>
    <Table.Td className="num">{dateOf(issuedAt)}</Table.Td>
    <Table.Td>
      {redeemedBy === null ? (
        <Badge colour="woad">Waiting</Badge>
      ) : (
        <Link to={`/admin/users/${redeemedBy}/events`} dir="auto">
          {redeemedByName ?? shortId(redeemedBy)}
        </Link>
      )}
    </Table.Td>
  </Table.Tr>
)
