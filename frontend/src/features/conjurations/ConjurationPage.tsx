import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCopy, IconRestore, IconTrash } from '@tabler/icons-react'
import { lazy, useEffect, useRef, useState } from 'react'
import { Link, type Location, useLocation } from 'react-router'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import { withFrom } from '../../base/from.ts'
import type { Conjuration } from '../../data/conjuration-query.ts'
import { useMe } from '../../data/me.ts'
import { usePeople } from '../../data/members.ts'
import { useArrivingIn } from '../../data/selected-campaign.ts'
import { late } from '../../ui/late.ts'
import { Part } from '../../ui/Part.tsx'
import { begin, forget, readNewLore } from './begun.ts'
import columnClasses from './column.module.css'
import conjurationClasses from './conjuration.module.css'
import { useContents } from './contents/use-contents.tsx'
import { Description } from './Description.tsx'
import { FieldNote } from './FieldNote.tsx'
import { Figure } from './Figure.tsx'
import { Header } from './Header.tsx'
import { isWritable, mayToOwn } from './may-to-own.ts'
import { Name } from './Name.tsx'
import { Rail, Strip, Written } from './Rail.tsx'
import { type ConjurationFields, isUnsaved, releaseFields } from './saving/conjuration-fields.ts'
import { combineStatuses } from './saving/field-state.ts'
import { useTextStatuses } from './saving/text-statuses.ts'
import { useConjurationFields, useField, useStatus } from './saving/use-fields.ts'
import { useDiscarding } from './use-discarding.ts'
import { useRestoring } from './use-restoring.ts'

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
  const { isNarrow, hasOutline } = useScreenWidth()
  const column = useRef<HTMLDivElement>(null)
  const editable = isWritable(row)
  const isInTrash = row.deletedAt !== null
  const isEditor = row.mayEdit && !isInTrash
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

  return (
    <article className="lore">
      <title>{`${name || untitledConjuration} · Loreloom`}</title>
      <Header
        row={row}
        back={back}
        here={!isInTrash && <HereNowPart id={row.id} people={people} />}
        outline={!hasOutline && outline}
        status={combineStatuses([status, texts.status])}
        path={lore.breadcrumbs}
        onHistory={() => setHistory({})}
      />
      {isInTrash && <InTrash row={row} />}
      <div className={columnClasses.body}>
        {hasOutline && outline}
        <div className={columnClasses.column} ref={column}>
          {isNarrow && figure}
          <Name field={fields.name} editable={editable} />
          <FieldNote field={fields.name} people={people} show={asItIs} />
          {isNarrow && <Strip {...about} />}
          <Description row={row} editable={editable} people={people} onStatus={hear} onRelate={relate} />
          {row.copyOf && <CopyNote originalId={row.copyOf} back={back} />}
          <div className={columnClasses.contents}>
            {contents}
            {!isInTrash && (
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
        <OpenHistory row={row} fields={fields} textId={history.textId} onClose={() => setHistory(undefined)} />
      )}
    </article>
  )
}

/** Narrow screens have no rail; very narrow ones have no room for the outline next to the text. */
const useScreenWidth = () => ({
  isNarrow: useMediaQuery('(max-width: 80em)', undefined, { getInitialValueInEffect: false }),
  hasOutline: useMediaQuery('(min-width: 64em)', undefined, { getInitialValueInEffect: false }),
})

const HereNowPart = ({ id, people }: { id: string; people: ReturnType<typeof usePeople> }) => (
  <Part>
    <HereNow id={id} people={people} />
  </Part>
)

interface OpenHistoryProps {
  row: ConjurationItem
  fields: ConjurationFields
  /** The text whose history is open; undefined for the history of the whole item. */
  textId: string | undefined
  onClose: () => void
}

const OpenHistory = ({ row, fields, textId, onClose }: OpenHistoryProps) => (
  <Part onFailed={onClose}>
    <HistoryDrawer row={row} textId={textId} onRestore={() => releaseFields(fields)} onClose={onClose} />
  </Part>
)

/** Shown for lore that was deleted while open: it can still be read and restored. */
const InTrash = ({ row }: { row: ConjurationItem }) => {
  const restore = useRestoring()
  const { campaignId, operationId } = row
  return (
    <div className={conjurationClasses.banner} role="status">
      <IconTrash size={18} aria-hidden="true" />
      <span>This lore is in the Trash.</span>
      {row.mayEdit && campaignId && operationId && (
        <Button size="xs" leftSection={<IconRestore size={15} />} onClick={() => restore(campaignId, operationId)}>
          Restore
        </Button>
      )}
    </div>
  )
}

const CopyNote = ({ originalId, back }: { originalId: string; back: string }) => (
  <p className={columnClasses.copy}>
    <IconCopy size={15} aria-hidden="true" />
    <span>
      This is a copy. <Link to={withFrom(`/lore/view/${originalId}?original=1`, back)}>Open the original</Link>
    </span>
  </p>
)

const isBlank = ({ name, tags }: ConjurationFields): boolean =>
  name.state().value === '' && tags.state().value.length === 0

/**
 * Discards new lore that is still blank when the user leaves its page; the server decides whether it is blank. Opening a
 * screen whose URL contains the lore's id, such as the one that generates an image for it, does not count as leaving.
 */
const useLeavingBlank = ({ id, campaignId }: ConjurationItem, fields: ConjurationFields): void => {
  const { state }: Location<{ isNew?: boolean } | null> = useLocation()
  const discard = useDiscarding()

  const leave = async () => {
    if (!(id in readNewLore()) || location.href.includes(id)) return
    forget(id)
    if (isBlank(fields) && !isUnsaved(fields)) await discard(id, campaignId)
  }

  useEffect(() => {
    if (state?.isNew || id in readNewLore()) begin(id, campaignId)
  }, [id, campaignId, state?.isNew])
  useEffect(() => {
    // Waits until the URL is that of the next screen.
    return () => void setTimeout(() => void leave(), 0)
  }, [id, fields])
}
