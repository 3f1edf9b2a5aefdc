import { useDebouncedCallback } from '@mantine/hooks'
import { IconCalendar, IconRoute, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useAdminStreamsQuery } from '../../../data/admin-events.ts'
import { SearchField } from '../../../ui/SearchField.tsx'
import { shortId } from '../../../ui/short-id.ts'
import adminClasses from '../admin.module.css'
import { actorChoices, streamChoices, streamLabel } from './choices.ts'
import { FilterMenu } from './FilterMenu.tsx'
import filtersClasses from './filters.module.css'
import { type EventFilters, ranges } from './filters.ts'
import type { ActorCount, TypeCount } from './timeline.ts'

interface Props {
  userId: string
  filters: EventFilters
  types: readonly TypeCount[]
  actors: readonly ActorCount[]
  /** Numbers of listed and of all matching events. `total` is null during a text search, whose matches are not counted. */
  shown: number
  total: number | null
  onChange: (change: Partial<EventFilters>) => void
}

const rangeChoices = Object.entries(ranges).map(([value, { label }]) => ({ value, label }))
const number = new Intl.NumberFormat('en')
const settleMs = 300
/** The server stops counting at this number. Source: `mostCounted` of the query. */
const mostCounted = 100_000
const counted = (total: number) => `${number.format(total)}${total >= mostCounted ? '+' : ''}`

export const Filters = ({ userId, filters, types, actors, shown, total, onChange }: Props) => (
  <div className={filtersClasses.filters}>
    <div className={filtersClasses.filterRow} role="toolbar" aria-label="Filters">
      <Words value={filters.q} onChange={(q) => onChange({ q })} />
      <FilterMenu
        label="Type"
        all={`All ${types.length}`}
        value={filters.type}
        choices={types.map(({ type, count }) => ({ value: type, label: type, count }))}
        onChange={(type) => onChange({ type })}
      />
      <StreamMenu userId={userId} value={filters.stream} onChange={(stream) => onChange({ stream })} />
      <FilterMenu
        label="Actor"
        all="Anyone"
        value={filters.actor}
        choices={actorChoices([...actors])}
        labelOf={shortId}
        onChange={(actor) => onChange({ actor })}
      />
      <FilterMenu
        label="Time"
        icon={<IconCalendar size={15} aria-hidden="true" />}
        all="Any time"
        value={filters.range}
        choices={rangeChoices}
        onChange={(range) => onChange({ range })}
      />
      {filters.correlation && (
        <button
          type="button"
          className={filtersClasses.filter}
          data-following
          onClick={() => onChange({ correlation: '' })}
        >
          <IconRoute size={15} aria-hidden="true" />
          Following correlation <b className={adminClasses.mono}>{shortId(filters.correlation)}</b>
          <IconX size={15} aria-label="Stop following" />
        </button>
      )}
      {filters.until && (
        <button type="button" className={filtersClasses.filter} data-following onClick={() => onChange({ until: '' })}>
          <IconCalendar size={15} aria-hidden="true" />
          Until a request for support
          <IconX size={15} aria-label="Show later ones too" />
        </button>
      )}
    </div>
    <span className={filtersClasses.legend}>
      <i aria-hidden="true" />
      under impersonation
    </span>
    <span className={`${filtersClasses.count} num`} aria-live="polite">
      {total === null ? `${number.format(shown)} found` : `${number.format(shown)} of ${counted(total)}`}
    </span>
  </div>
)

/** A debounced search field. A change of the URL's search text also changes the field. */
const Words = ({ value, onChange }: { value: string; onChange: (words: string) => void }) => {
  const [typed, setTyped] = useState(value)
  const settled = useDebouncedCallback(onChange, settleMs)
  useEffect(() => setTyped((before) => (before.trim() === value ? before : value)), [value])
  return (
    <SearchField
      className={filtersClasses.words}
      label="Search words or an id"
      placeholder="Words or an id"
      maxLength={200}
      value={typed}
      onChange={(words) => {
        setTyped(words)
        settled(words.trim())
      }}
    />
  )
}

/** Streams are searched on the server: a user may have thousands, few of which are on the page. */
const StreamMenu = ({
  userId,
  value,
  onChange,
}: Pick<Props, 'userId'> & { value: string; onChange: (stream: string) => void }) => {
  const [search, setSearch] = useState<string>()
  const settled = useDebouncedCallback(setSearch, settleMs)
  const { data } = useAdminStreamsQuery({ userId, search: search ?? '' }, { skip: search === undefined })
  return (
    <FilterMenu
      label="Stream"
      all="All"
      value={value}
      choices={streamChoices(data?.streams ?? [])}
      labelOf={streamLabel}
      onSearch={(words) => (words ? settled(words.trim()) : setSearch(words))}
      onChange={onChange}
    />
  )
}
