import { Combobox, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

export interface Choice {
  value: string
  label: string
  count?: number
}

interface Props {
  label: string
  icon?: ReactNode
  /** What is shown, and stands first in the list, when nothing is chosen. */
  all: string
  value: string
  choices: readonly Choice[]
  onChange: (value: string) => void
}

/** Longer lists can be searched, and show this many at once. */
const [searchedFrom, shownAtOnce] = [8, 100]
const number = new Intl.NumberFormat('en')

/** One choice of a filter: a button that says what it is set to, and a list. */
export const FilterMenu = ({ label, icon, all, value, choices, onChange }: Props) => {
  const [search, setSearch] = useState('')
  const isLong = choices.length >= searchedFrom
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
    onDropdownOpen: () => (isLong ? combobox.focusSearchInput() : combobox.updateSelectedOptionIndex('active')),
  })
  const chosen = choices.find((choice) => choice.value === value)
  const words = search.trim().toLowerCase()
  const found = choices.filter((choice) => choice.label.toLowerCase().includes(words)).slice(0, shownAtOnce)

  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={280}
      shadow="md"
      onOptionSubmit={(option) => {
        onChange(option)
        combobox.closeDropdown()
        combobox.focusTarget()
      }}
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className="evt-filter"
          data-set={value !== '' || undefined}
          onClick={() => combobox.toggleDropdown()}
        >
          {icon}
          <span className={icon ? 'adm-unseen' : undefined}>{label}</span>
          <b>{chosen?.label ?? (value || all)}</b>
          <IconChevronDown size={15} aria-hidden="true" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown className="evt-choices">
        {isLong && (
          <Combobox.Search
            value={search}
            placeholder="Search"
            aria-label={`Search ${label.toLowerCase()}`}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        <Combobox.Options mah={320} className="evt-options" aria-label={label}>
          {words === '' && (
            <Combobox.Option value="" active={value === ''}>
              {all}
            </Combobox.Option>
          )}
          {found.map((choice) => (
            <Combobox.Option key={choice.value} value={choice.value} active={choice.value === value}>
              <span className="evt-ell">{choice.label}</span>
              {choice.count !== undefined && <span className="num">{number.format(choice.count)}</span>}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>Nothing found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
