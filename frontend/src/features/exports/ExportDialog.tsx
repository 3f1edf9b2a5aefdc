import { Button, Checkbox, Modal } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { LoreExportSize, LoreFormat } from '#domain/lore-export-answers.ts'
import { sizeInWords } from '#domain/storage.ts'
import type { Exportable } from '../../base/overlay.ts'
import { messageOf } from '../../base/problem.ts'
import { useAskLoreExportMutation, useLoreExportSizeQuery } from '../../data/lore-exports.ts'
import { Choices } from '../../ui/Choices.tsx'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { formatCount } from '../../ui/figures.ts'
import { toast } from '../../ui/toast.ts'
import classes from './export-dialog.module.css'

const formats: readonly { value: LoreFormat; name: string; text: string }[] = [
  { value: 'markdown', name: 'Markdown', text: 'For Obsidian and others, and to bring in again. Links lead to pages.' },
  { value: 'html', name: 'A book', text: 'One file for your browser with contents and a search, to read or print.' },
  {
    value: 'pdf',
    name: 'A PDF',
    text: 'A book to print: cover, contents with page numbers, chapters and an index of names.',
  },
  {
    value: 'foundry',
    name: 'Foundry VTT',
    text: 'Journals for a virtual tabletop. Passages for DMs become secrets.',
  },
]

interface Props extends Exportable {
  onClose: () => void
}

type What = 'part' | 'campaign'

/** Sizes of the part that the dialog was opened for and of the whole campaign. */
const useSizes = ({ campaignId, collectionId, conjurationId }: Exportable) => {
  const hasPart = collectionId !== undefined || conjurationId !== undefined
  const part = useLoreExportSizeQuery({ campaignId, collectionId, conjurationId }, { skip: !hasPart })
  const campaign = useLoreExportSizeQuery({ campaignId })
  return {
    hasPart,
    sizes: { part: part.data, campaign: campaign.data } satisfies Record<What, LoreExportSize | undefined>,
  }
}

interface Extent {
  withPictures: boolean
  withSecrets: boolean
}

const Extent = ({
  size,
  shown,
  extent,
  onChange,
}: {
  size: LoreExportSize | undefined
  shown: LoreExportSize['mine'] | undefined
  extent: Extent
  onChange: (extent: Extent) => void
}) => {
  const pictures = shown ? ` (${shown.pictures.toLocaleString('en')}, ${sizeInWords(shown.bytes)})` : ''
  const more = size ? size.mine.pages - size.players.pages : 0
  return (
    <fieldset className={classes.with}>
      <legend>With</legend>
      <Checkbox
        label={`Pictures${pictures}`}
        checked={extent.withPictures}
        onChange={({ currentTarget }) => onChange({ ...extent, withPictures: currentTarget.checked })}
      />
      <Checkbox
        label="What not all members see"
        description={`${more > 0 ? `${formatCount(more, 'page')} more, and passages for DMs.` : 'Passages for DMs, and your own private ones.'} Anyone with the file can read them.`}
        checked={extent.withSecrets}
        onChange={({ currentTarget }) => onChange({ ...extent, withSecrets: currentTarget.checked })}
      />
    </fieldset>
  )
}

/** Starts an export of the content that the user may see. The list of running operations shows its progress and offers the file. */
export const ExportDialog = ({ onClose, ...of }: Props) => {
  const { campaignId, collectionId, conjurationId } = of
  const { hasPart, sizes } = useSizes(of)
  const [what, setWhat] = useState<What>(hasPart ? 'part' : 'campaign')
  const [format, setFormat] = useState<LoreFormat>('markdown')
  const [extent, setExtent] = useState({ withPictures: true, withSecrets: false })
  const { withPictures, withSecrets } = extent
  const [askExport, { isLoading }] = useAskLoreExportMutation()
  const size = sizes[what]
  const canPrint = sizes.campaign?.canPrint ?? sizes.part?.canPrint
  const offered = formats.filter(({ value }) => value !== 'pdf' || canPrint)
  const shown = withSecrets ? size?.mine : size?.players
  const isEmpty = shown !== undefined && shown.pages === 0 && (shown.pictures === 0 || !withPictures)

  const begin = async () => {
    const part = what === 'part' ? { collectionId: collectionId ?? null, conjurationId: conjurationId ?? null } : {}
    const { error } = await askExport({ campaignId, ...part, format, withPictures, isForPlayers: !withSecrets })
    if (error) return void toast.error(messageOf(error, 'It could not be exported. Please try again.'))
    toast.plain('Exporting. You may leave this page; the file comes when it is ready.')
    onClose()
  }

  return (
    <Modal opened onClose={onClose} title="Export" size={560}>
      <div className={classes.dialog}>
        {hasPart && <WhatChoices of={of} value={what} onChange={setWhat} />}
        <Choices
          label="As"
          value={format}
          onChange={setFormat}
          choices={offered.map(({ value, name, text }) => ({ value, label: <Choice name={name} text={text} /> }))}
        />
        {canPrint === false && (
          <p className={classes.note}>
            For paper, export a book and print it from your browser, which also saves a PDF.
          </p>
        )}
        <Extent size={size} shown={shown} extent={extent} onChange={setExtent} />
      </div>
      <DialogFoot onCancel={onClose}>
        <Button
          variant="filled"
          leftSection={<IconDownload size={15} />}
          loading={isLoading}
          disabled={isEmpty}
          onClick={() => void begin()}
        >
          {shown ? `Export ${formatCount(shown.pages, 'page')}` : 'Export'}
        </Button>
      </DialogFoot>
    </Modal>
  )
}

interface WhatChoicesProps {
  of: Exportable
  value: What
  onChange: (what: What) => void
}

const WhatChoices = ({ of: { campaignName, conjurationId, name }, value, onChange }: WhatChoicesProps) => {
  const partName = name?.trim() || 'Untitled Lore'
  return (
    <Choices
      label="What"
      value={value}
      onChange={onChange}
      choices={[
        {
          value: 'part',
          label: <Choice name={partName} text={conjurationId ? 'This page' : 'This folder and all below it'} />,
        },
        { value: 'campaign', label: <Choice name={campaignName} text="The whole campaign" /> },
      ]}
    />
  )
}

const Choice = ({ name, text }: { name: string; text: string }) => (
  <>
    <b className={classes.name}>{name}</b>
    <small className={classes.detail}>{text}</small>
  </>
)
