import { Combobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './person-picker.module.css'
import textButton from './text-button.module.css'
import type { usePersonSearch } from './use-person-search.ts'

interface Props<Person extends { id: string }> {
  /** The button's text. */
  act: string
  finder: ReturnType<typeof usePersonSearch>
  label: string
  placeholder: string
  people: readonly Person[] | undefined
  listLabel: string
  listClassName?: string | undefined
  /** Renders one person. */
  children: (person: Person) => ReactNode
  onPick: (id: string) => void
}

/** A button with a dropdown that searches for a person. */
export const PersonPicker = <Person extends { id: string }>({
  act,
  finder: { combobox, typed, setTyped },
  label,
  placeholder,
  people,
  listLabel,
  listClassName,
  children,
  onPick,
}: Props<Person>) => (
  <Combobox
    store={combobox}
    position="bottom-start"
    width={300}
    shadow="md"
    onOptionSubmit={(id) => {
      combobox.closeDropdown()
      onPick(id)
    }}
  >
    <Combobox.Target targetType="button">
      <button
        type="button"
        className={`${textButton.button} ${classes.button}`}
        onClick={() => combobox.toggleDropdown()}
      >
        {act}
        <IconChevronDown size={15} aria-hidden="true" />
      </button>
    </Combobox.Target>
    <Combobox.Dropdown className={listClassName}>
      <Combobox.Search
        value={typed}
        placeholder={placeholder}
        aria-label={label}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          combobox.updateSelectedOptionIndex()
        }}
      />
      <Combobox.Options mah={320} className={classes.list} aria-label={listLabel}>
        {people?.map((person) => (
          <Combobox.Option key={person.id} value={person.id}>
            {children(person)}
          </Combobox.Option>
        ))}
        {people?.length === 0 && <Combobox.Empty>Nobody found</Combobox.Empty>}
      </Combobox.Options>
    </Combobox.Dropdown>
  </Combobox>
)
