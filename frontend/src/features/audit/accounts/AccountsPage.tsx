import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../base/problem.ts'
import { accountsPageSize, useAuditAccountsQuery } from '../../../data/audit.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Page, PageHeader } from '../../../ui/PageHeader.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { count } from '../amounts.ts'
import { AccountsTable } from './AccountsTable.tsx'
import classes from './accounts.module.css'

const settleMs = 300
const skeletons = [1, 2, 3, 4, 5, 6]

/** The accounts that match the search, page by page. The URL contains the search and the page. */
const useSearchedAccounts = () => {
  const [query, setQuery] = useSearchParams()
  const [search, setSearch] = useState(query.get('search') ?? '')
  const [settled] = useDebouncedValue(search.trim(), settleMs)
  const offset = Math.max(0, Number.parseInt(query.get('offset') ?? '0', 10) || 0)
  const { data, error, isFetching, refetch } = useAuditAccountsQuery(
    { search: settled, offset },
    { refetchOnMountOrArgChange: true },
  )

  useEffect(() => {
    if (settled !== (query.get('search') ?? '')) setQuery(settled ? { search: settled } : {}, { replace: true })
  }, [settled])

  // The URL may contain an offset beyond the last page.
  const isBeyond = data !== undefined && offset >= data.total && data.total > 0
  useEffect(() => {
    if (isBeyond) setQuery(settled ? { search: settled } : {}, { replace: true })
  }, [isBeyond])

  const moveTo = (offset: number) =>
    setQuery((before) => new URLSearchParams({ ...Object.fromEntries(before), offset: `${offset}` }))
  return { search, setSearch, offset, moveTo, data, error, isFetching, refetch }
}

/** All accounts. Opening one requires a reason. */
export const AccountsPage = () => {
  const { search, setSearch, offset, moveTo, data, error, isFetching, refetch } = useSearchedAccounts()
  return (
    <Page>
      <PageHeader
        title="Accounts"
        detail={data ? `${count(data.total)} ${data.total === 1 ? 'account' : 'accounts'}` : undefined}
        actions={
          <SearchField
            className={classes.search}
            label="Search accounts"
            placeholder="Name, e-mail or any id"
            value={search}
            onChange={setSearch}
          />
        }
      />
      {data && data.data.length > 0 && (
        <div aria-busy={isFetching}>
          <AccountsTable accounts={data.data} />
          <Pager what="accounts" offset={offset} limit={accountsPageSize} total={data.total} onMove={moveTo} />
        </div>
      )}
      {data?.total === 0 && (
        <EmptyState
          subject="chairs"
          title="Nobody found"
          text="No account has this name or address, and none has an event that names this id."
        />
      )}
      {error && !data && (
        <ErrorState text={messageOf(error, 'Failed to load accounts')} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Delayed>
          <div className={classes.skeletons}>
            {skeletons.map((key) => (
              <Skeleton key={key} height={28} />
            ))}
          </div>
        </Delayed>
      )}
    </Page>
  )
}
