import { Select, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminUser } from '#domain/me.ts'
import { messageOf } from '../../../base/problem.ts'
import { useMe } from '../../../data/me.ts'
import { useAdminUsersQuery } from '../../../data/users.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Page, PageHeader } from '../../../ui/PageHeader.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'

import { EditUser } from './EditUser.tsx'
import { ImpersonateDialog } from './ImpersonateDialog.tsx'
import { UsersTable } from './UsersTable.tsx'
import '@mantine/core/styles/Tabs.layer.css'
import type { AdminUsers } from '#domain/me.ts'
import classes from './users.module.css'
import { number } from './words.ts'

/** Numbers of all users, regardless of the search. */
const Counts = ({ total, active, banned, admins }: AdminUsers['counts']) => (
  <span className={classes.counts}>
    <span>
      <b>{number.format(total)}</b> total
    </span>
    <span>
      <b>{number.format(active)}</b> active
    </span>
    <span>
      <b>{number.format(banned)}</b> banned
    </span>
    <span>
      <b>{number.format(admins)}</b> {admins === 1 ? 'admin' : 'admins'}
    </span>
  </span>
)

/** Page sizes and the default size. Source: the specification, "Business constants and limits". */
const [sizes, standardSize] = [['5', '10', '20', '50'], 10]
const settleMs = 300
/** Polling interval while the screen is open: admins receive no events of other users. */
const everyMs = 5_000

/** The users that match the search, page by page. The URL contains the search, the page and its size. */
const useSearchedUsers = () => {
  const [query, setQuery] = useSearchParams()
  const [search, setSearch] = useState(query.get('search') ?? '')
  const [settled] = useDebouncedValue(search.trim(), settleMs)
  const size = Number(sizes.find((each) => each === query.get('size')) ?? standardSize)
  const offset = Math.max(0, Number.parseInt(query.get('offset') ?? '0', 10) || 0)
  const { data, error, isFetching, refetch } = useAdminUsersQuery(
    { search: settled, offset, limit: size },
    { pollingInterval: everyMs, skipPollingIfUnfocused: true },
  )
  const move = (change: Record<string, string>) =>
    setQuery((before) => new URLSearchParams({ ...Object.fromEntries(before), ...change }), { replace: true })

  useEffect(() => {
    if (settled !== (query.get('search') ?? '')) move({ search: settled, offset: '0' })
  }, [settled])
  return { search, setSearch, size, offset, move, data, error, isFetching, refetch }
}

export const UsersPage = () => {
  const me = useMe()
  const { search, setSearch, size, offset, move, data, error, isFetching, refetch } = useSearchedUsers()
  const [editing, setEditing] = useState<AdminUser>()
  const [impersonating, setImpersonating] = useState<AdminUser>()
  // A user who has left the page stays in the dialog, which may have unsaved input.
  const edited = editing && (data?.users.find(({ id }) => id === editing.id) ?? editing)

  return (
    <Page>
      <PageHeader
        title="Users"
        detail={data ? <Counts {...data.counts} /> : undefined}
        actions={<SearchField label="Search by email" className={classes.search} value={search} onChange={setSearch} />}
      />
      {data && (
        // On a phone the header has no space for a detail next to its title.
        <div className={classes.countsPhone}>
          <Counts {...data.counts} />
        </div>
      )}
      {data && data.users.length > 0 && (
        <div aria-busy={isFetching}>
          <UsersTable users={data.users} myId={me.id} onEdit={setEditing} onImpersonate={setImpersonating} />
          <Paging size={size} offset={offset} total={data.total} onMove={move} />
        </div>
      )}
      {data?.users.length === 0 && (
        <EmptyState subject="chairs" title="Nobody found" text="No user's email has these letters in it." />
      )}
      {error !== undefined && !data && (
        <ErrorState text={messageOf(error, 'Failed to load users')} onRetry={() => void refetch()} />
      )}
      {!data && error === undefined && (
        <Delayed>
          <div className={classes.skeletons}>
            {sizes.map((key) => (
              <Skeleton key={key} height={28} />
            ))}
          </div>
        </Delayed>
      )}
      {edited && <EditUser key={edited.id} user={edited} onClose={() => setEditing(undefined)} />}
      {impersonating && <ImpersonateDialog user={impersonating} onClose={() => setImpersonating(undefined)} />}
    </Page>
  )
}

interface PagingProps {
  size: number
  offset: number
  total: number
  /** Receives the changed parameters of the URL. */
  onMove: (change: Record<string, string>) => void
}

const Paging = ({ size, offset, total, onMove }: PagingProps) => (
  <div className={classes.paging}>
    <Select
      className={classes.size}
      aria-label="Rows per page"
      data={sizes.map((value) => ({ value, label: `${value} rows` }))}
      value={String(size)}
      allowDeselect={false}
      onChange={(value) => onMove({ size: value ?? String(standardSize), offset: '0' })}
    />
    <Pager what="users" offset={offset} limit={size} total={total} onMove={(to) => onMove({ offset: String(to) })} />
  </div>
)
