import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { untitledLore } from '#domain/conjurations.ts'
import { useMe } from '../../app/me.ts'
import { usePeopleQuery } from './api.ts'
import { CopyNote, InTrash } from './Banners.tsx'
import { Description } from './Description.tsx'
import { FieldNote } from './FieldNote.tsx'
import { Figure } from './Figure.tsx'
import { Header } from './Header.tsx'
import type { Lore } from './lore-query.ts'
import { Name } from './Name.tsx'
import { Rail, Strip, Written } from './Rail.tsx'
import { useField, useLoreFields, useStatus } from './saving/use-fields.ts'

const HistoryDrawer = lazy(async () => ({ default: (await import('./history/HistoryDrawer.tsx')).HistoryDrawer }))

const asItIs = (text: string) => text

/** Reading a lore item, and writing it for whoever may. `back` is where it was opened from. */
export const LorePage = ({ lore, back }: { lore: Lore; back: string }) => {
  const [row] = lore.rows
  if (!row) throw new Error('LorePage is for lore that is in sight')
  const me = useMe()
  const fields = useLoreFields(lore)
  const status = useStatus(fields)
  const { value: name } = useField(fields.name)
  const { data: people } = usePeopleQuery(row.campaignId ?? '', { skip: row.campaignId === null })
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const isNarrow = useMediaQuery('(max-width: 80em)', undefined, { getInitialValueInEffect: false })
  const editable = row.mayEdit && row.deletedAt === null
  const author = row.username || lore.email
  const figure = <Figure row={row} author={author} editable={editable} />
  const about = { row, fields, people, editable, isMine: row.userId === me.id }
  const written = <Written row={row} people={people} author={author} />

  return (
    <article className="lore">
      <title>{`${name || untitledLore} · Loreloom`}</title>
      <Header {...{ row, back, status }} path={lore.breadcrumbs} onHistory={() => setHistoryOpen(true)} />
      {row.deletedAt && <InTrash row={row} />}
      <div className="lore-body">
        <div className="lore-column">
          {isNarrow && figure}
          <Name field={fields.name} editable={editable} />
          <FieldNote field={fields.name} people={people} show={asItIs} />
          {isNarrow && <Strip {...about} />}
          <Description field={fields.description} editable={editable} />
          <FieldNote field={fields.description} people={people} show={asItIs} />
          {row.copyOf && <CopyNote originalId={row.copyOf} back={back} />}
          {isNarrow && written}
        </div>
        {!isNarrow && (
          <aside className="lore-rail" aria-label="About this lore">
            {figure}
            <Rail {...about} />
            {written}
          </aside>
        )}
      </div>
      {isHistoryOpen && (
        <Suspense>
          <HistoryDrawer row={row} onClose={() => setHistoryOpen(false)} />
        </Suspense>
      )}
    </article>
  )
}
