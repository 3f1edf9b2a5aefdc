import { Combobox, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import adminClasses from '../admin.module.css'
import eventsClasses from './events.module.css'
import filtersClasses from './filters.module.css'

export interface Choice {
  value: string
  label: string
  /** A description of the value. */
  about?: string
  count?: number
}

interface Props {
  label: string
  icon?: ReactNode
  /** Label of the first choice, which matches everything. */
  all: string
  value: string
  choices: readonly Choice[]
  /** Formats a value that is not among the choices. */
  labelOf?: (value: string) => string
  /** For choices that are searched on the server: receives the search text, and undefined when the menu closes. */
  onSearch?: (words: string | undefined) => void
  onChange: (value: string) => void
}

/** Number of choices from which a list can be searched, and maximum number of choices shown at once. */
const [searchedFrom, shownAtOnce] = [8, 100]
const number = new Intl.NumberFormat('en')

/** State of the dropdown and its search text. Closing the dropdown clears the text. */
const useMenu = (isLong: boolean, onSearch: Props['onSearch']) => {
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
      onSearch?.(undefined)
    },
    onDropdownOpen: () => {
      onSearch?.('')
      if (isLong) combobox.focusSearchInput()
      else combobox.updateSelectedOptionIndex('active')
    },
  })
  return { combobox, search, setSearch }
}

/** A filter: a button with its value, and a list of choices. */
export const FilterMenu = ({ label, icon, all, value, choices, labelOf, onSearch, onChange }: Props) => {
  const isLong = onSearch !== undefined || choices.length >= searchedFrom
  const { combobox, search, setSearch } = useMenu(isLong, onSearch)
  const chosen = choices.find((choice) => choice.value === value)
  const words = search.trim().toLowerCase()
  const isFound = ({ label }: Choice) => onSearch !== undefined || label.toLowerCase().includes(words)
  const found = choices.filter(isFound).slice(0, shownAtOnce)

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
          className={filtersClasses.filter}
          data-set={value !== '' || undefined}
          onClick={() => combobox.toggleDropdown()}
        >
          {icon}
          <span className={icon ? adminClasses.unseen : undefined}>{label}</span>
          <b>{chosen?.label ?? (value ? (labelOf?.(value) ?? value) : all)}</b>
          <IconChevronDown size={15} aria-hidden="true" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown className={filtersClasses.choices}>
        {isLong && (
          <Combobox.Search
            value={search}
            placeholder="Search"
            aria-label={`Search ${label.toLowerCase()}`}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              onSearch?.(event.currentTarget.value)
            }}
          />
        )}
        <Options label={label} all={words === '' ? all : undefined} found={found} value={value} />
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface OptionsProps extends Pick<Props, 'label' | 'value'> {
  /** The choice that matches everything; absent during a search. */
  all: string | undefined
  found: readonly Choice[]
}

const Options = ({ label, all, found, value }: OptionsProps) => (
  <Combobox.Options mah={320} aria-label={label}>
    {all !== undefined && (
      <Combobox.Option value="" active={value === ''}>
        {all}
      </Combobox.Option>
    )}
    {found.map((choice) => (
      <Combobox.Option key={choice.value} value={choice.value} active={choice.value === value}>
        <span className={eventsClasses.ell}>
          {choice.label}
          {choice.about && <span className={filtersClasses.email}> {choice.about}</span>}
        </span>
        {choice.count !== undefined && <span className="num">{number.format(choice.count)}</span>}
      </Combobox.Option>
    ))}
    {found.length === 0 && <Combobox.Empty>Nothing found</Combobox.Empty>}
  </Combobox.Options>
)
