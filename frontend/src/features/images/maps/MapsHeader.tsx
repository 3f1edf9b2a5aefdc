import { Button, TextInput } from '@mantine/core'
import { IconMap2, IconSearch } from '@tabler/icons-react'
import { Link } from 'react-router'
import listing from '../../../ui/listing.module.css'
import classes from './maps.module.css'

interface Props {
  total: number | undefined
  typed: string
  /** False in a copy of a past campaign. */
  mayAdd: boolean
  onType: (text: string) => void
}

export const MapsHeader = ({ total, typed, mayAdd, onType }: Props) => (
  <header className={listing.head}>
    <h1>Maps</h1>
    <span className={`${listing.count} num`} aria-live="polite">
      {total !== undefined &&
        (typed ? `${total.toLocaleString('en')} found` : `${total.toLocaleString('en')} in this campaign`)}
    </span>
    <TextInput
      className={classes.search}
      type="search"
      aria-label="Search maps"
      placeholder="Search maps"
      maxLength={200}
      leftSection={<IconSearch size={15} />}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
    />
    {mayAdd && (
      <Button
        component={Link}
        to="/maps/generate"
        variant="filled"
        leftSection={<IconMap2 size={15} />}
        aria-label="Generate Map"
      >
        Generate<span className={listing.desk}>&nbsp;Map</span>
      </Button>
    )}
  </header>
)
