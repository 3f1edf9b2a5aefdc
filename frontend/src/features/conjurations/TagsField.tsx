import { TagsInput } from '@mantine/core'
import { tagLimit } from '#domain/conjuration-words.ts'
import { useCampaignTagsQuery } from '../../data/conjurations.ts'
import railClasses from './rail.module.css'
import type { Field } from './saving/field.ts'
import { useField } from './saving/use-fields.ts'
import tagsClasses from './tags.module.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'

interface Props {
  field: Field<string[]>
  campaignId: string | null
}

/** Removes the `#` that the screen shows before a tag. */
const bare = (tag: string) => tag.replace(/^[#＃\s]+/, '').trim()

/** The input for tags: Enter or a comma adds one, and the campaign's tags are suggested. Duplicates are ignored, regardless of case. */
export const TagsField = ({ field, campaignId }: Props) => {
  const { value } = useField(field)
  const { data: known = [] } = useCampaignTagsQuery(campaignId ?? '', { skip: campaignId === null })
  return (
    <TagsInput
      aria-label="Tags"
      dir="auto"
      placeholder={value.length < tagLimit ? 'Add tag' : ''}
      value={value}
      data={known.filter((tag) => !value.includes(tag))}
      maxTags={tagLimit}
      maxDropdownHeight={220}
      limit={50}
      splitChars={[',']}
      acceptValueOnBlur
      isDuplicate={(tag, tags) => tags.some((other) => other.toLowerCase() === bare(tag).toLowerCase())}
      classNames={{ input: railClasses.tagsInput, pill: tagsClasses.tag, inputField: tagsClasses.tagField }}
      onChange={(tags) => field.type(tags.map((tag) => bare(tag).slice(0, 60)).filter(Boolean))}
      onBlur={field.leave}
    />
  )
}
