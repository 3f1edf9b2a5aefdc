import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../../../ui/EmptyState.tsx'

interface Props {
  isSearch: boolean
  /** A copy of a past campaign, which is read-only. */
  isCopy: boolean
  onShowAll: () => void
}

/** Replaces an empty list: no search results, or no maps yet. */
export const MapsInstead = ({ isSearch, isCopy, onShowAll }: Props) => {
  if (isSearch)
    return (
      <EmptyState
        subject="chart"
        title="No map is like that"
        text="Nothing among this campaign’s maps matches what you are looking for."
        action={<Button onClick={onShowAll}>Show all maps</Button>}
      />
    )
  if (isCopy) return <EmptyState subject="chart" title="No maps" text="A copy of a campaign has none." />
  return (
    <EmptyState
      subject="chart"
      title="No maps yet"
      text="Say what the place is, and get it from straight above, ready for a grid and your players."
      action={
        <Button component={Link} to="/maps/generate" variant="filled">
          Generate Map
        </Button>
      }
      examples={[
        { title: 'Under the ground', text: 'A crypt of four chambers, one of them flooded, a door nobody should find' },
        { title: 'Under a roof', text: 'A harbour tavern, kitchen behind the bar, stairs down to the cellar' },
        { title: 'Under the sky', text: 'A ford in a birch forest, a broken cart, three ways in' },
      ]}
    />
  )
}
