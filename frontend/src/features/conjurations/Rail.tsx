import type { ConjurationItem } from '#projections/answers.ts'
import { ago } from '../../ui/ago.ts'
import { dateTimeOf } from '../../ui/dates.ts'
import { late } from '../../ui/late.ts'
import { Part } from '../../ui/Part.tsx'
import columnClasses from './column.module.css'
import { FieldNote } from './FieldNote.tsx'
import railClasses from './rail.module.css'
import type { ConjurationFields } from './saving/conjuration-fields.ts'
import { Tags } from './Tags.tsx'
import { Visibility } from './Visibility.tsx'

const Writers = late(async () => (await import('./Writers.tsx')).Writers)

interface Props {
  row: ConjurationItem
  fields: ConjurationFields
  people: ReadonlyMap<string, string> | undefined
  /** True if the viewer may write. */
  editable: boolean
  /** True if the viewer may change visibility and writers. */
  isEditor: boolean
  isMine: boolean
}

const listed = (tags: string[]) => tags.join(', ')

/** The switch that lets all members write; until its code is loaded, a placeholder of the same height. */
const WritersPart = ({ row, isEditor }: Pick<Props, 'row' | 'isEditor'>) => {
  const space = <div className={railClasses.writersSpace} data-described={row.visibility !== 'CAMPAIGN' || undefined} />
  return (
    <Part fallback={isEditor && row.campaignId !== null && space}>
      <Writers row={row} editable={isEditor} />
    </Part>
  )
}

/** Visibility and tags, next to the text. */
export const Rail = ({ row, fields, people, editable, isEditor, isMine }: Props) => (
  <>
    <section className={railClasses.field}>
      <Visibility field={fields.visibility} campaignId={row.campaignId} editable={isEditor} isMine={isMine} />
      <WritersPart row={row} isEditor={isEditor} />
    </section>
    <section className={railClasses.field}>
      <h2>Tags</h2>
      <Tags field={fields.tags} campaignId={row.campaignId} editable={editable} />
      <FieldNote field={fields.tags} people={people} show={listed} />
    </section>
  </>
)

/** Visibility and tags below the name on narrow screens, in one line if possible. */
export const Strip = ({ row, fields, people, editable, isEditor, isMine }: Props) => (
  <section className={railClasses.strip} aria-label="Visibility and tags">
    <Visibility field={fields.visibility} campaignId={row.campaignId} isCompact editable={isEditor} isMine={isMine} />
    <WritersPart row={row} isEditor={isEditor} />
    <Tags field={fields.tags} campaignId={row.campaignId} editable={editable} />
    <FieldNote field={fields.tags} people={people} show={listed} />
  </section>
)

/** The author and the last editor. */
export const Written = ({ row, people, author }: Pick<Props, 'row' | 'people'> & { author: string }) => {
  const editor = people?.get(row.updatedBy)
  const edited = ago(row.updatedAt)
  return (
    <p className={`${columnClasses.meta} num`}>
      Written by {author} · Last edited{' '}
      <time dateTime={row.updatedAt} title={dateTimeOf(row.updatedAt)}>
        {edited === 'Now' ? 'just now' : edited.endsWith('min') || edited.endsWith('h') ? `${edited} ago` : edited}
      </time>
      {editor && editor !== author && ` by ${editor}`}
    </p>
  )
}
