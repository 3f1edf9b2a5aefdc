import { Combobox, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useAdminUsersQuery } from '../../../data/users.ts'
import eventsClasses from './events.module.css'
import filtersClasses from './filters.module.css'

const offered = 8

/** Goes to another user's events, found by e-mail or name. */
export const ChangeUser = ({ onChange }: { onChange: (userId: string) => void }) => {
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search, 250)
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => setSearch(''),
  })
  const { data } = useAdminUsersQuery(
    { search: settled, offset: 0, limit: offered },
    { skip: !combobox.dropdownOpened },
  )
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={300}
      shadow="md"
      onOptionSubmit={(userId) => {
        combobox.closeDropdown()
        onChange(userId)
      }}
    >
      <Combobox.Target targetType="button">
        <button type="button" className={eventsClasses.change} onClick={() => combobox.toggleDropdown()}>
          Change user
          <IconChevronDown size={15} aria-hidden="true" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown className={filtersClasses.choices}>
        <Combobox.Search
          value={search}
          placeholder="Search by e-mail"
          aria-label="Search users by e-mail"
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
        <Combobox.Options mah={320} aria-label="Users">
          {data?.users.map(({ id, name, email }) => (
            <Combobox.Option key={id} value={id}>
              <span className={eventsClasses.ell}>{name}</span>
              <span className={`${eventsClasses.ell} ${filtersClasses.email}`}>{email}</span>
            </Combobox.Option>
          ))}
          {data?.users.length === 0 && <Combobox.Empty>Nobody found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
