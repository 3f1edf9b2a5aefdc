import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

interface Props {
  className: string | undefined
  value: string
  onChange: (typed: string) => void
}

/** Whom a list is looked through for. */
export const EmailSearch = ({ className, value, onChange }: Props) => (
  <TextInput
    className={className}
    type="search"
    aria-label="Search by email"
    placeholder="Search by email"
    leftSection={<IconSearch size={15} aria-hidden="true" />}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
