import { useMediaQuery } from '@mantine/hooks'
import { lazy, useRef, useState } from 'react'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import { useArrivingIn } from '../../app/selected-campaign.ts'
import type { Conjuration } from '../../data/conjuration-query.ts'
import { useMe } from '../../data/me.ts'
import { usePeople } from '../../data/members.ts'
import { late } from '../../ui/late.ts'
import { Part } from '../../ui/Part.tsx'
import { CopyNote, InTrash } from './Banners.tsx'
import classes from './column.module.css'
import { useContents } from './contents/use-contents.tsx'
import { Description } from './Description.tsx'
import { FieldNote } from './FieldNote.tsx'
import { Figure } from './Figure.tsx'
import { Header } from './Header.tsx'
import { isWritable, mayToOwn } from './may-to-own.ts'
import { Name } from './Name.tsx'
import { Rail, Strip, Written } from './Rail.tsx'
import { releaseFields } from './saving/conjuration-fields.ts'
import { combineStatuses } from './saving/field-state.ts'
import { useTextStatuses } from './saving/text-statuses.ts'
import { useConjurationFields, useField, useStatus } from './saving/use-fields.ts'
import { useLeavingBlank } from './use-leaving-blank.ts'

const HereNow = late(async () => (await import('./HereNow.tsx')).HereNow)
const LinkedFrom = late(async () => (await import('./LinkedFrom.tsx')).LinkedFrom)
const HistoryDrawer = lazy(async () => ({ default: (await import('./history/HistoryDrawer.tsx')).HistoryDrawer }))

const asItIs = (text: string) => text

/** The page of a lore item, editable for its editors. `back` is the screen that opened it. */
export const ConjurationPage = ({ lore, back }: { lore: Conjuration; back: string }) => {
  const [row] = lore.rows
  if (!row) throw new Error('ConjurationPage is for lore that is in sight')
  const me = useMe()
  const fields = useConjurationFields(lore)
  const status = useStatus(fields)
  useArrivingIn(row.campaignId)
  useLeavingBlank(row, fields)
  const { value: name } = useField(fields.name)
  const people = usePeople(row.campaignId)
  const [history, setHistory] = useState<{ textId?: string }>()
  const isNarrow = useMediaQuery('(max-width: 80em)', undefined, { getInitialValueInEffect: false })
  const hasOutline = useMediaQuery('(min-width: 64em)', undefined, { getInitialValueInEffect: false })
  const column = useRef<HTMLDivElement>(null)
  const editable = isWritable(row)
  const isEditor = row.mayEdit && row.deletedAt === null
  const { hear, ...texts } = useTextStatuses()
  const { outline, contents, relate } = useContents({
    row,
    editable,
    column,
    isNarrow: !hasOutline,
    onStatus: hear,
    onHistory: (textId) => setHistory({ textId }),
  })
  const author = row.username || lore.email
  const figure = <Figure row={row} author={author} editable={editable} />
  const about = { row, fields, people, editable, isEditor, isMine: mayToOwn(me.id, 'showPast', row) }
  const written = <Written row={row} people={people} author={author} />
  const here = row.deletedAt === null && (
    <Part>
      <HereNow id={row.id} people={people} />
    </Part>
  )

  return (
    <article className="lore">
      <title>{`${name || untitledConjuration} · Loreloom`}</title>
      <Header
        row={row}
        back={back}
        here={here}
        outline={!hasOutline && outline}
        status={combineStatuses([status, texts.status])}
        path={lore.breadcrumbs}
        onHistory={() => setHistory({})}
      />
      {row.deletedAt && <InTrash row={row} />}
      <div className={classes.body}>
        {hasOutline && outline}
        <div className={classes.column} ref={column}>
          {isNarrow && figure}
          <Name field={fields.name} editable={editable} />
          <FieldNote field={fields.name} people={people} show={asItIs} />
          {isNarrow && <Strip {...about} />}
          <Description row={row} editable={editable} people={people} onStatus={hear} onRelate={relate} />
          {row.copyOf && <CopyNote originalId={row.copyOf} back={back} />}
          <div className={classes.contents}>
            {contents}
            {row.deletedAt === null && (
              <Part>
                <LinkedFrom id={row.id} />
              </Part>
            )}
          </div>
          {isNarrow && written}
        </div>
        {!isNarrow && (
          <aside aria-label="About this lore">
            {figure}
            <Rail {...about} />
            {written}
          </aside>
        )}
      </div>
      {history && (
        <Part onFailed={() => setHistory(undefined)}>
          <HistoryDrawer
            {...{ row, textId: history.textId }}
            onRestore={() => releaseFields(fields)}
            onClose={() => setHistory(undefined)}
          />
        </Part>
      )}
    </article>
  )
}
