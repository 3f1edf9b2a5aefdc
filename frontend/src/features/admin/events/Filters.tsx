import { IconCalendar, IconRoute, IconX } from '@tabler/icons-react'
import { shortId } from '../person.ts'
import { actorChoices, type Seen, streamChoices } from './choices.ts'
import { FilterMenu } from './FilterMenu.tsx'
import { type EventFilters, ranges } from './filters.ts'
import type { TypeCount } from './timeline.ts'

interface Props {
  filters: EventFilters
  types: readonly TypeCount[]
  seen: Seen
  /** How many are listed, and how many there are. */
  shown: number
  total: number
  onChange: (change: Partial<EventFilters>) => void
}

const rangeChoices = Object.entries(ranges).map(([value, { label }]) => ({ value, label }))
const number = new Intl.NumberFormat('en')

export const Filters = ({ filters, types, seen, shown, total, onChange }: Props) => (
  <div className="evt-filters">
    <div className="evt-filter-row" role="toolbar" aria-label="Filters">
      <FilterMenu
        label="Type"
        all={`All ${types.length}`}
        value={filters.type}
        choices={types.map(({ type, count }) => ({ value: type, label: type, count }))}
        onChange={(type) => onChange({ type })}
      />
      <FilterMenu
        label="Stream"
        all="All"
        value={filters.stream}
        choices={streamChoices(seen)}
        onChange={(stream) => onChange({ stream })}
      />
      <FilterMenu
        label="Actor"
        all="Anyone"
        value={filters.actor}
        choices={actorChoices(seen)}
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
        <button type="button" className="evt-filter" data-following onClick={() => onChange({ correlation: '' })}>
          <IconRoute size={15} aria-hidden="true" />
          Following correlation <b className="adm-mono">{shortId(filters.correlation)}</b>
          <IconX size={15} aria-label="Stop following" />
        </button>
      )}
    </div>
    <span className="evt-legend">
      <i aria-hidden="true" />
      under impersonation
    </span>
    <span className="evt-count num" aria-live="polite">
      {number.format(shown)} of {number.format(total)}
    </span>
  </div>
)
