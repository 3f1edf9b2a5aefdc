import { Button, SegmentedControl, Select, Tooltip } from '@mantine/core'
import { IconArrowRight, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { Graph } from '#projections/relationship-answers.ts'
import { insideOnly, withFrom } from '../../base/from.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { formatCount, formatNumber } from '../../ui/figures.ts'
import classes from './graph.module.css'
import { type Arrangement, type Filter, isArrangement, layersLimit } from './graph.ts'
import type { useShown } from './use-shown.ts'
import { nameOf } from './words.ts'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'

interface Props extends Pick<Graph, 'collections'> {
  shown: ReturnType<typeof useShown>['shown']
  selected: string | null
  filter: Filter
  arrangement: Arrangement
  onArrange: (arrangement: Arrangement) => void
  onFind: (id: string) => void
  onFilter: (filter: Filter) => void
  /** Shows an item's surroundings, or everything if the id is null. */
  onAround: (id: string | null) => void
}

export const GraphHeader = ({ shown, selected, filter, arrangement, collections, ...on }: Props) => {
  const { onArrange, onFind, onFilter, onAround } = on
  const { graph, drawn, around, isLarge } = shown
  const [params] = useSearchParams()
  const { pathname, search } = useLocation()
  const from = params.get('from')
  const names = useMemo(() => new Map(graph.nodes.map((node) => [node.id, nameOf(node)])), [graph])
  const isPart = drawn.nodes.length < graph.nodes.length
  const entries = formatCount(drawn.nodes.length, 'entry', 'entries')
  return (
    <header className={classes.header}>
      <title>Relationships · Loreloom</title>
      {from !== null && <BackLink to={insideOnly(from, '/collections')} />}
      <h1>Relationships</h1>
      <span className={`${classes.count} num`}>
        {isPart
          ? `${formatNumber(drawn.nodes.length)} of ${formatCount(graph.nodes.length, 'entry', 'entries')}`
          : entries}
        {`, ${formatCount(drawn.links.length, 'link')}`}
      </span>
      <ArrangementChoice count={drawn.nodes.length} arrangement={arrangement} onArrange={onArrange} />
      <div className={classes.filters}>
        <FindEntry names={names} onFind={onFind} />
        <FilterChoices graph={graph} filter={filter} collections={collections} onFilter={onFilter} />
        {isLarge && around !== null && (
          <Button size="xs" variant="default" onClick={() => onAround(null)}>
            Show everything
          </Button>
        )}
      </div>
      {selected !== null && (
        <div className={classes.selected}>
          <span>
            Selected: <b dir="auto">{names.get(selected)}</b>
          </span>
          {isLarge && selected !== around && (
            <Button size="xs" variant="default" onClick={() => onAround(selected)}>
              Only what is near it
            </Button>
          )}
          <Button
            component={Link}
            to={withFrom(`/lore/view/${selected}`, `${pathname}${search}`)}
            variant="filled"
            size="xs"
            rightSection={<IconArrowRight size={15} />}
          >
            View Selected Lore
          </Button>
        </div>
      )}
    </header>
  )
}

interface ArrangementProps extends Pick<Props, 'arrangement' | 'onArrange'> {
  /** The number of drawn entries. */
  count: number
}

const ArrangementChoice = ({ count, arrangement, onArrange }: ArrangementProps) => (
  <Tooltip
    label={
      count > layersLimit
        ? `Layers show at most ${layersLimit} entries: filter them, or choose one and look at what is near it.`
        : 'Web: linked entries near each other. Layers: links lead from left to right.'
    }
    multiline
    maw={260}
  >
    <SegmentedControl
      size="xs"
      aria-label="Arrangement"
      data={[
        { value: 'web', label: 'Web' },
        { value: 'layers', label: 'Layers', disabled: count > layersLimit },
      ]}
      value={arrangement}
      onChange={(value) => isArrangement(value) && onArrange(value)}
    />
  </Tooltip>
)

interface FindProps {
  names: ReadonlyMap<string, string>
  onFind: (id: string) => void
}

const FindEntry = ({ names, onFind }: FindProps) => {
  const [typed, setTyped] = useState('')
  const found = useMemo(
    () =>
      [...names].map(([value, label]) => ({ value, label })).toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
    [names],
  )
  return (
    <Select
      size="xs"
      aria-label="Find an entry"
      placeholder="Find an entry"
      leftSection={<IconSearch size={14} />}
      data={found}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onKeyDown={(event) => {
        // The list itself handles Enter for an option that was reached by an arrow key.
        if (event.key !== 'Enter' || event.currentTarget.getAttribute('aria-activedescendant')) return
        const words = typed.trim().toLowerCase()
        const first = words && found.find(({ label }) => label.toLowerCase().includes(words))
        if (!first) return
        setTyped('')
        onFind(first.value)
      }}
      limit={20}
      searchable
      dir="auto"
      nothingFoundMessage="Nothing that is linked is called that."
      onChange={(id) => id && onFind(id)}
    />
  )
}

type FilterProps = Pick<Props, 'filter' | 'collections' | 'onFilter'> & Pick<Props['shown'], 'graph'>

const FilterChoices = ({ graph, filter, collections, onFilter }: FilterProps) => {
  const tags = useMemo(() => [...new Set(graph.nodes.flatMap((node) => node.tags))].sort(), [graph])
  return (
    <>
      <Select
        size="xs"
        aria-label="Filter by tag"
        placeholder="Any tag"
        data={tags}
        value={filter.tag}
        limit={50}
        searchable
        clearable
        dir="auto"
        clearButtonProps={{ 'aria-label': 'Any tag' }}
        onChange={(tag) => onFilter({ ...filter, tag })}
      />
      {collections.length > 0 && (
        <Select
          size="xs"
          aria-label="Filter by folder"
          placeholder="Any folder"
          data={collections.map(({ id: value, name: label }) => ({ value, label }))}
          value={filter.collectionId}
          limit={50}
          searchable
          clearable
          dir="auto"
          clearButtonProps={{ 'aria-label': 'Any folder' }}
          onChange={(collectionId) => onFilter({ ...filter, collectionId })}
        />
      )}
    </>
  )
}
