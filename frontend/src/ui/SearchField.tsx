import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

interface Props extends Pick<TextInputProps, 'className' | 'maxLength' | 'placeholder'> {
  label: string
  value: string
  onChange: (typed: string) => void
}

/** A search field without a visible label, since its surroundings show the searched list. */
export const SearchField = ({ label, placeholder = label, onChange, ...input }: Props) => (
  <TextInput
    {...input}
    type="search"
    aria-label={label}
    placeholder={placeholder}
    leftSection={<IconSearch size={15} aria-hidden="true" />}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
