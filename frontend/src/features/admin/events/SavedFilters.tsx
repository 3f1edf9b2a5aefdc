import { ActionIcon, Button, Popover, TextInput } from '@mantine/core'
import { IconBookmark, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useMe } from '../../../data/me.ts'
import filtersClasses from './filters.module.css'
import { type EventFilters, isNarrowed, writeFilters } from './filters.ts'
import { type Saved, savedFilters, storeFilters, withSaved } from './saved-filters.ts'

interface Props {
  filters: EventFilters
  /** Applies a saved filter, given as a URL query. */
  onChoose: (query: URLSearchParams) => void
}

/** Lists the admin's named filters, which are stored in this browser, and applies, adds and removes them. */
export const SavedFilters = ({ filters, onChoose }: Props) => {
  const { id } = useMe()
  const [saved, setSaved] = useState(() => savedFilters(id))
  const keep = (next: Saved) => {
    setSaved(next)
    storeFilters(id, next)
  }
  const query = writeFilters({ ...filters, event: '', view: '' }).toString()
  if (saved.length === 0 && !isNarrowed(filters)) return null
  return (
    <div className={filtersClasses.saved} role="toolbar" aria-label="Saved filters">
      {saved.map((one) => (
        <span key={one.name} className={filtersClasses.savedOne} data-chosen={one.query === query || undefined}>
          <button type="button" dir="auto" onClick={() => onChoose(new URLSearchParams(one.query))}>
            {one.name}
          </button>
          <ActionIcon
            size={24}
            aria-label={`Forget the filter ${one.name}`}
            onClick={() => keep(saved.filter((other) => other !== one))}
          >
            <IconX size={13} />
          </ActionIcon>
        </span>
      ))}
      {isNarrowed(filters) && !saved.some((one) => one.query === query) && (
        <SaveFilters onSave={(name) => keep(withSaved(saved, name, query))} />
      )}
    </div>
  )
}

const SaveFilters = ({ onSave }: { onSave: (name: string) => void }) => {
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    onSave(name.trim())
    setOpened(false)
    setName('')
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-start" shadow="md">
      <Popover.Target>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconBookmark size={15} />}
          onClick={() => setOpened((was) => !was)}
        >
          Save these filters
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={filtersClasses.saving} onSubmit={save}>
          <TextInput
            label="Name"
            description="Kept in this browser."
            maxLength={60}
            value={name}
            dir="auto"
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" size="xs" disabled={name.trim() === ''}>
            Save
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
