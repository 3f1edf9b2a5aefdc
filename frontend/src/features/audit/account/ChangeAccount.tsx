import { Combobox, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAuditAccountsQuery } from '../../../data/audit.ts'
import { accountPath } from '../accounts/paths.ts'
import classes from './audit-account.module.css'

/** Goes to another account, as it is now. */
export const ChangeAccount = () => {
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), 250)
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => setSearch(''),
  })
  const { data } = useAuditAccountsQuery({ search: settled, offset: 0 }, { skip: !combobox.dropdownOpened })
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={300}
      shadow="md"
      onOptionSubmit={(id) => {
        combobox.closeDropdown()
        void navigate(accountPath(id))
      }}
    >
      <Combobox.Target targetType="button">
        <button type="button" className={classes.link} onClick={() => combobox.toggleDropdown()}>
          Change account
          <IconChevronDown size={15} aria-hidden="true" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          placeholder="Name, e-mail or id"
          aria-label="Search accounts"
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label="Accounts">
          {data?.data.map(({ id, name, emailMasked }) => (
            <Combobox.Option key={id} value={id}>
              <span dir="auto">{name || 'Forgotten'}</span> <span className={classes.masked}>{emailMasked}</span>
            </Combobox.Option>
          ))}
          {data?.data.length === 0 && <Combobox.Empty>Nobody found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
