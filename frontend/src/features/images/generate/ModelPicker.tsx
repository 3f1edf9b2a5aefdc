import { Button, Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { ImageModel } from '#domain/image-models.ts'
import { browse, type Chip, chips, type Place, places, type Sort, sorts } from './catalogue.ts'
import { ModelCard } from './ModelCard.tsx'
import classes from './picker.module.css'

interface Props {
  models: readonly ImageModel[]
  /** Ids of the models that are selected in the form. */
  current: readonly string[]
  mayUse: (model: ImageModel) => boolean
  /** Replaces the cards while the models are loading, and after they failed to load. */
  instead: ReactNode
  onApply: (models: ImageModel[]) => void
  onClose: () => void
}

/** A dialog that selects models. The form does not change until 'Apply Selection'. */
export const ModelPicker = ({ models, current, mayUse, instead, onApply, onClose }: Props) => {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<Sort>('default')
  const [chip, setChip] = useState<Chip>('all')
  const [place, setPlace] = useState<Place>('any')
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(current))
  const found = useMemo(() => browse(models, { search, sort, chip, place }), [models, search, sort, chip, place])
  const isOneSource = new Set(models.map(({ source }) => source)).size < 2
  const toggle = (id: string) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Select Models"
      size={960}
      classNames={{ content: classes.root, body: classes.body, title: classes.title }}
    >
      <Bar
        search={search}
        sort={sort}
        place={isOneSource ? undefined : place}
        onSearch={setSearch}
        onSort={setSort}
        onPlace={setPlace}
      />
      <Chips chip={chip} onChip={setChip} />
      <div className={classes.list}>
        {instead ??
          (found.length === 0 ? (
            <p className={classes.none}>No model is like that. Try other words, or Show All.</p>
          ) : (
            <ul>
              {found.map((model) => (
                <ModelCard
                  key={model.id}
                  model={model}
                  selected={ids.has(model.id)}
                  locked={!mayUse(model)}
                  onToggle={() => toggle(model.id)}
                />
              ))}
            </ul>
          ))}
      </div>
      <Foot count={ids.size} onApply={() => onApply(models.filter(({ id }) => ids.has(id)))} onClose={onClose} />
    </Modal>
  )
}

interface BarProps {
  search: string
  sort: Sort
  /** Undefined if all models are of one source. */
  place: Place | undefined
  onSearch: (search: string) => void
  onSort: (sort: Sort) => void
  onPlace: (place: Place) => void
}

const Bar = ({ search, sort, place, onSearch, onSort, onPlace }: BarProps) => (
  <div className={classes.bar}>
    <label className={classes.search}>
      <IconSearch size={15} stroke={1.6} aria-hidden="true" />
      <input
        type="search"
        data-autofocus
        placeholder="Search models"
        aria-label="Search models"
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
    </label>
    {place && (
      <select
        aria-label="Where it is drawn"
        value={place}
        onChange={(event) => onPlace(event.currentTarget.value as Place)}
      >
        {Object.entries(places).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    )}
    <select aria-label="Sort" value={sort} onChange={(event) => onSort(event.currentTarget.value as Sort)}>
      {Object.entries(sorts).map(([name, { label }]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  </div>
)

const Chips = ({ chip, onChip }: { chip: Chip; onChip: (chip: Chip) => void }) => (
  <fieldset className={classes.chips} aria-label="Filter">
    {(Object.keys(chips) as Chip[]).map((name) => (
      <button key={name} type="button" aria-pressed={chip === name} onClick={() => onChip(name)}>
        {chips[name].label}
      </button>
    ))}
  </fieldset>
)

interface FootProps {
  /** The number of selected models. */
  count: number
  onApply: () => void
  onClose: () => void
}

const Foot = ({ count, onApply, onClose }: FootProps) => (
  <footer className={classes.foot}>
    <span className="num" aria-live="polite">
      {count} selected
    </span>
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
    <Button variant="filled" onClick={onApply}>
      Apply Selection
    </Button>
  </footer>
)
