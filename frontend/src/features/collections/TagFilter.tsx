import { MultiSelect } from '@mantine/core'
import { useCampaignTagsQuery } from '../../data/conjurations.ts'
import { mostTags } from '../../data/conjurations-query.ts'
import classes from './collection.module.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'

interface Props {
  campaignId: string
  tags: readonly string[]
  onTags: (tags: readonly string[]) => void
}

/** A filter by tags: only lore that has all of them is listed. */
export const TagFilter = ({ campaignId, tags, onTags }: Props) => {
  const { data: known = [] } = useCampaignTagsQuery(campaignId)
  return (
    <MultiSelect
      className={classes.tagFilter}
      aria-label="Filter by tags"
      placeholder={tags.length < mostTags ? 'Filter by tags' : ''}
      description={tags.length === mostTags ? `At most ${mostTags} tags at once` : undefined}
      value={[...tags]}
      data={[...new Set([...tags, ...known])]}
      maxValues={mostTags}
      maxDropdownHeight={260}
      searchable
      clearable
      dir="auto"
      nothingFoundMessage="No lore here has such a tag."
      clearButtonProps={{ 'aria-label': 'Clear tags' }}
      onChange={onTags}
    />
  )
}
