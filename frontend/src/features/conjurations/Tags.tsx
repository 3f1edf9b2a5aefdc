import { Link } from 'react-router'
import { late } from '../../ui/late.ts'
import { Part } from '../../ui/Part.tsx'
import railClasses from './rail.module.css'
import type { Field } from './saving/field.ts'
import { useField } from './saving/use-fields.ts'
import tagsClasses from './tags.module.css'

const TagsField = late(async () => (await import('./TagsField.tsx')).TagsField)

interface Props {
  field: Field<string[]>
  campaignId: string | null
  editable: boolean
}

/** The tags, read-only until the editor is loaded. */
export const Tags = ({ field, campaignId, editable }: Props) => {
  const { value } = useField(field)
  const shown =
    value.length === 0 ? (
      <p className={railClasses.quiet}>No tags.</p>
    ) : (
      <ul className={tagsClasses.tags}>
        {value.map((tag) => (
          <li key={tag} dir="auto">
            {/* A tag that contains a comma has no link: the URL separates tags by commas. */}
            {editable || campaignId === null || tag.includes(',') ? (
              tag
            ) : (
              <Link to={`/collections?${new URLSearchParams({ tags: tag })}`}>{tag}</Link>
            )}
          </li>
        ))}
      </ul>
    )
  if (!editable) return shown
  return (
    <Part fallback={<div className={`${tagsClasses.soon} ${railClasses.tagsSoon}`}>{shown}</div>}>
      <TagsField field={field} campaignId={campaignId} />
    </Part>
  )
}
