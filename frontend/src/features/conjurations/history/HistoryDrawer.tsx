import { Drawer, Select } from '@mantine/core'
import { lazy, useState } from 'react'
import type { ConjurationItem } from '#projections/answers.ts'
import { useSegmentsQuery } from '../../../data/segments.ts'
import { Part } from '../../../ui/Part.tsx'
import { isWritable } from '../may-to-own.ts'
import classes from './history.module.css'
import { LoreHistory } from './LoreHistory.tsx'
import type { Chosen } from './text/chosen.ts'

const TextHistory = lazy(async () => ({ default: (await import('./text/TextHistory.tsx')).TextHistory }))

const entry = 'entry'

interface Props {
  row: ConjurationItem
  /** The text whose history opens first; the entry's own history if undefined. */
  textId: string | undefined
  /** Called before a restored version replaces the fields. */
  onRestore: () => void
  onClose: () => void
}

/** Shows the history of a lore item with its sections and texts, or of one of its texts. */
export const HistoryDrawer = ({ row, textId, onRestore, onClose }: Props) => {
  const [of, setOf] = useState(textId ?? entry)
  const [opened, setOpened] = useState<Chosen>()
  const { data } = useSegmentsQuery(row.id)
  const stories = (data?.rows ?? []).filter(({ type }) => type === 'STORY')
  const choices = [
    { value: entry, label: 'This entry' },
    { value: row.id, label: 'Description' },
    ...stories.map(({ id, title }) => ({ value: id, label: title })),
  ]
  // The text may be deleted while its history is open.
  const shown = choices.some(({ value }) => value === of) ? of : entry
  const mayEdit = shown === row.id ? isWritable(row) : stories.some(({ id, mayEdit }) => id === shown && mayEdit)
  return (
    <Drawer opened onClose={onClose} position="right" size={480} title="History" classNames={{ title: classes.title }}>
      <Select
        className={classes.of}
        label="History of"
        data={choices}
        value={shown}
        allowDeselect={false}
        onChange={(value) => {
          setOpened(undefined)
          setOf(value ?? entry)
        }}
      />
      {shown === entry ? (
        <LoreHistory
          row={row}
          onRestore={onRestore}
          onRead={(id, chosen) => {
            setOpened(chosen)
            setOf(id)
          }}
        />
      ) : (
        <Part>
          <TextHistory
            key={shown}
            textId={shown}
            campaignId={row.campaignId}
            editable={mayEdit && row.deletedAt === null}
            opened={opened}
          />
        </Part>
      )}
    </Drawer>
  )
}
