import type { LoreItem } from '#projections/answers.ts'
import { ago } from '../../ui/ago.ts'
import { FieldNote } from './FieldNote.tsx'
import type { LoreFields } from './saving/lore-fields.ts'
import { Tags } from './Tags.tsx'
import { Visibility } from './Visibility.tsx'

interface Props {
  row: LoreItem
  fields: LoreFields
  people: ReadonlyMap<string, string> | undefined
  author: string
  editable: boolean
  isMine: boolean
}

const listed = (tags: string[]) => tags.join(', ')

/** Beside the text: who sees it, what it is filed under, who wrote it. */
export const Rail = ({ row, fields, people, author, editable, isMine }: Props) => {
  const editor = people?.get(row.updatedBy)
  const edited = ago(row.updatedAt)
  return (
    <>
      <section className="lore-field">
        <Visibility field={fields.visibility} campaignId={row.campaignId} {...{ editable, isMine }} />
      </section>
      <section className="lore-field">
        <h2>Tags</h2>
        <Tags field={fields.tags} campaignId={row.campaignId} editable={editable} />
        <FieldNote field={fields.tags} people={people} show={listed} />
      </section>
      <p className="lore-meta num">
        Written by {author} · Last edited{' '}
        <time dateTime={row.updatedAt} title={new Date(row.updatedAt).toLocaleString('en')}>
          {edited === 'Now' ? 'just now' : edited.endsWith('min') || edited.endsWith('h') ? `${edited} ago` : edited}
        </time>
        {editor && editor !== author && ` by ${editor}`}
      </p>
    </>
  )
}
