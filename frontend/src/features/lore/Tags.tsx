import { TagsInput } from '@mantine/core'
import { tagLimit } from '#domain/conjurations.ts'
import { useLoreTagsQuery } from './api.ts'
import type { Field } from './saving/field.ts'
import { useField } from './saving/use-fields.ts'
import './tags.css'

interface Props {
  field: Field<string[]>
  campaignId: string | null
  editable: boolean
}

/** Added with Enter or a comma; the campaign's own are offered. A tag that is there already, in whatever case, is not added. */
export const Tags = ({ field, campaignId, editable }: Props) => {
  const { value } = useField(field)
  const { data: known = [] } = useLoreTagsQuery(campaignId ?? '', { skip: campaignId === null || !editable })
  if (!editable)
    return value.length === 0 ? (
      <p className="lore-quiet">No tags.</p>
    ) : (
      <ul className="lore-tags">
        {value.map((tag) => (
          <li key={tag}>{tag}</li>
        ))}
      </ul>
    )
  return (
    <TagsInput
      aria-label="Tags"
      placeholder={value.length < tagLimit ? 'Add tag' : ''}
      value={value}
      data={known.filter((tag) => !value.includes(tag))}
      maxTags={tagLimit}
      maxDropdownHeight={220}
      limit={50}
      splitChars={[',']}
      acceptValueOnBlur
      isDuplicate={(tag, tags) => tags.some((other) => other.toLowerCase() === tag.trim().toLowerCase())}
      classNames={{ input: 'lore-tags-input', pill: 'lore-tag', inputField: 'lore-tag-field' }}
      onChange={(tags) => field.type(tags.map((tag) => tag.trim().slice(0, 60)))}
      onBlur={field.leave}
    />
  )
}
