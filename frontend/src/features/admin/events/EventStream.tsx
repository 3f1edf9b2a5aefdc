import { Button, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminUser } from '#domain/me.ts'
import { messageOf } from '../../../base/problem.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { dateTimeOf } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { EventList } from './EventList.tsx'
import eventsClasses from './events.module.css'
import { Filters } from './Filters.tsx'
import { type EventFilters, isNarrowed, parseFilters, writeFilters } from './filters.ts'
import { Inspector } from './Inspector.tsx'
import inspectorClasses from './inspector.module.css'
import rowsClasses from './rows.module.css'
import { SavedFilters } from './SavedFilters.tsx'
import { UserHead } from './UserHead.tsx'
import { useEvents } from './use-events.ts'

interface Props {
  user: AdminUser
  onChangeUser: (userId: string) => void
}

/** Reads and changes the filters and the inspected event, which are stored in the URL's query. */
const useStreamAddress = () => {
  const [query, setQuery] = useSearchParams()
  const filters = parseFilters(query)
  const change = useCallback(
    (part: Partial<EventFilters>) =>
      setQuery((before) => writeFilters({ ...parseFilters(before), ...part }), { replace: true }),
    [setQuery],
  )
  const inspect = useCallback((event: string) => change({ event }), [change])
  const close = useCallback(() => {
    change({ event: '' })
    // Returns the focus to the event's row, from which the arrow keys continue.
    document.querySelector<HTMLElement>(`.${rowsClasses.row}[aria-selected="true"]`)?.focus()
  }, [change])
  return { filters, setQuery, change, inspect, close }
}
type StreamAddress = ReturnType<typeof useStreamAddress>

export const EventStream = ({ user, onChangeUser }: Props) => {
  const address = useStreamAddress()
  const { filters, setQuery, change, close } = address
  const isNarrow = useMediaQuery('(max-width: 1023px)', undefined, { getInitialValueInEffect: false })
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const list = useEvents(user.id, filters)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && filters.event) close()
  }
  const inspector = filters.event && <InspectedEvent address={address} loaded={list.loaded} />

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the inspector wherever the focus is.
    <div className={eventsClasses.page} onKeyDown={onKeyDown}>
      <UserHead
        user={user}
        isPaused={list.isPaused}
        waiting={list.waiting}
        perMinute={list.perMinute}
        position={list.loaded.find(({ id }) => id === filters.event)?.position}
        onPause={list.pause}
        onResume={list.resume}
        onChange={onChangeUser}
      />
      <Filters
        userId={user.id}
        filters={filters}
        types={list.types}
        actors={list.actors}
        shown={list.events.length}
        total={list.total}
        onChange={change}
      />
      <SavedFilters filters={filters} onChoose={(saved) => setQuery(saved)} />
      <div className={rowsClasses.columns} data-inspecting={(Boolean(inspector) && !isNarrow) || undefined}>
        <FilteredEvents address={address} list={list} isPhone={isPhone} />
        {inspector && !isNarrow && (
          <aside className={inspectorClasses.inspector} aria-label="Inspector">
            {inspector}
          </aside>
        )}
      </div>
      {isNarrow && (
        <InspectorDrawer isOpen={Boolean(inspector)} onClose={close}>
          {inspector}
        </InspectorDrawer>
      )}
    </div>
  )
}

interface InspectedEventProps {
  address: StreamAddress
  loaded: ReturnType<typeof useEvents>['loaded']
}

const InspectedEvent = ({ address: { filters, change, inspect, close }, loaded }: InspectedEventProps) => (
  <Inspector
    eventId={filters.event}
    effects={loaded.filter(({ metadata }) => metadata.causationId === filters.event).length}
    onInspect={inspect}
    view={filters.view}
    onView={(view) => change({ view })}
    onFollow={(correlation) => change({ correlation })}
    onClose={close}
  />
)

interface FilteredEventsProps {
  address: StreamAddress
  list: ReturnType<typeof useEvents>
  isPhone: boolean
}

/** The filtered rows, with the state of the list below them. */
const FilteredEvents = ({ address: { filters, setQuery, inspect }, list, isPhone }: FilteredEventsProps) => {
  const today = useMemo(() => new Date(list.now).setHours(0, 0, 0, 0), [list.now])
  return (
    <div className={rowsClasses.scroll} data-scrolls>
      {list.events.length > 0 && (
        <EventList
          events={list.events}
          fresh={list.fresh}
          selected={filters.event || undefined}
          today={today}
          isBusy={list.isBusy}
          isPhone={isPhone}
          onInspect={inspect}
          // A text search is slow: it continues only on request.
          onOlder={list.older && list.searchedTo === null && !list.older.isLoading ? list.older.load : undefined}
        />
      )}
      <ListEnd list={list} isNarrowed={isNarrowed(filters)} onClear={() => setQuery({}, { replace: true })} />
    </div>
  )
}

interface InspectorDrawerProps {
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

const InspectorDrawer = ({ isOpen, onClose, children }: InspectorDrawerProps) => (
  <Drawer.Root opened={isOpen} onClose={onClose} position="right" size={480} padding={0}>
    <Drawer.Overlay color="var(--ll-scrim)" backgroundOpacity={1} />
    <Drawer.Content aria-label="Inspector">
      <Drawer.Body className={inspectorClasses.drawer}>{children}</Drawer.Body>
    </Drawer.Content>
  </Drawer.Root>
)

interface ListEndProps {
  list: ReturnType<typeof useEvents>
  isNarrowed: boolean
  onClear: () => void
}

/** The state of the list below its rows, and the button for older ones. */
const ListEnd = ({ list, isNarrowed, onClear }: ListEndProps) => (
  <>
    {list.isLoading && (
      <Delayed>
        <Waiting />
      </Delayed>
    )}
    {list.error !== undefined && (
      <ErrorState text={messageOf(list.error, 'Failed to load events')} onRetry={list.refetch} />
    )}
    {!list.isLoading && !list.isBusy && list.error === undefined && list.events.length === 0 && !list.older && (
      <Nothing isNarrowed={isNarrowed} onClear={onClear} />
    )}
    {list.older && (
      <div className={rowsClasses.older}>
        {list.searchedTo !== null && (
          <p role="status">
            {list.events.length === 0 ? 'Nothing found' : 'Searched'} back to {dateTimeOf(list.searchedTo)}.
          </p>
        )}
        <Button loading={list.older.isLoading} onClick={list.older.load}>
          {list.searchedTo === null ? 'Load older' : 'Search further back'}
        </Button>
      </div>
    )}
  </>
)

const Nothing = ({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) =>
  isNarrowed ? (
    <EmptyState
      subject="loom"
      title="No events match"
      text="Nothing that happened fits all of these filters."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState
      subject="loom"
      title="No events yet"
      text="What this user does, and what is done for them, is listed here as it happens."
    />
  )
