import { Button, Checkbox, Radio, Skeleton, TextInput } from '@mantine/core'
import { IconFolder, IconShield, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { collectionNameLimit } from '#domain/collections.ts'
import type { ImportPreview, ImportVisibility } from '#domain/import-answers.ts'
import { messageOf, statusOf } from '../../base/problem.ts'
import { useBeginImportMutation, useDiscardImportMutation, useImportPreviewQuery } from '../../data/imports.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatCount, formatNumber } from '../../ui/figures.ts'
import { toast } from '../../ui/toast.ts'
import classes from './imports.module.css'
import { Problems } from './Problems.tsx'
import { WhatBecomesWhat } from './WhatBecomesWhat.tsx'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/RadioCard.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'

const shownFolders = 12

interface IntoProps {
  preview: ImportPreview
  /** Null without a new folder. */
  name: string | null
  onName: (name: string | null) => void
}

const Into = ({ preview, name, onName }: IntoProps) => {
  const more = preview.folders - Math.min(preview.tree.length, shownFolders)
  const latestName = useRef(name ?? preview.folderName ?? preview.name)
  const chooseName = (next: string | null) => {
    if (next !== null) latestName.current = next
    onName(next)
  }
  return (
    <section>
      <h2>Into</h2>
      <Checkbox
        label="A new folder"
        checked={name !== null}
        onChange={({ currentTarget }) => chooseName(currentTarget.checked ? latestName.current : null)}
      />
      {name === null ? (
        <p className={classes.note}>
          {preview.folders > 0 ? 'Its folders and pages' : 'Its pages'} come in as they are.
        </p>
      ) : (
        <TextInput
          mt={8}
          aria-label="Name of the new folder"
          value={name}
          maxLength={collectionNameLimit}
          error={name.trim() === '' && 'Please give the folder a name.'}
          onChange={(event) => chooseName(event.currentTarget.value)}
        />
      )}
      <ul className={classes.tree}>
        {preview.tree.slice(0, shownFolders).map(({ name: folder, depth, pages }, n) => (
          <li key={n} style={{ paddingInlineStart: Math.min(depth, 6) * 16 }}>
            <IconFolder size={15} aria-hidden="true" />
            <span dir="auto">{folder}</span>
            <span className="num">{formatNumber(pages)}</span>
          </li>
        ))}
        {more > 0 && <li className={classes.more}>{formatNumber(more)} more</li>}
      </ul>
    </section>
  )
}

interface Choice {
  value: ImportVisibility
  label: ReactNode
  text: string
}
/** Describes the pages that are already public: `publish: true` marks them in Markdown, other products have their own visibility. */
const publishedText = ({ source, publishedPages: n }: ImportPreview) =>
  ['obsidian', 'markdown', 'notion', 'docx'].includes(source)
    ? `${formatCount(n, 'page says', 'pages say')} “publish: true”. The rest is DM only.`
    : `${formatCount(n, 'page is', 'pages are')} open to readers there. The rest is DM only.`

const choicesOf = (preview: ImportPreview): Choice[] => [
  {
    value: 'DM',
    label: (
      <>
        DM only <IconShield size={15} aria-hidden="true" />
      </>
    ),
    text: 'Only DMs. Open it page by page later.',
  },
  {
    value: 'CAMPAIGN',
    label: (
      <>
        Campaign <IconUsers size={15} aria-hidden="true" />
      </>
    ),
    text: 'All members, at once. Hidden parts stay with the DMs.',
  },
  ...(preview.publishedPages > 0
    ? [
        {
          value: 'PAGE' as const,
          label: 'As each page says',
          text: publishedText(preview),
        },
      ]
    : []),
]

const WhoSees = ({
  preview,
  value,
  onChange,
}: {
  preview: ImportPreview
  value: ImportVisibility
  onChange: (value: ImportVisibility) => void
}) => (
  <Radio.Group
    label="Who may see it"
    classNames={{ label: classes.question }}
    value={value}
    onChange={(chosen) => onChange(chosen as ImportVisibility)}
  >
    <div className={classes.choices}>
      {choicesOf(preview).map(({ value: choice, label, text }) => (
        <Radio.Card key={choice} value={choice} className={classes.card}>
          <Radio.Indicator />
          <span className={classes.words}>
            <b className={classes.choice}>{label}</b>
            <span>{text}</span>
          </span>
        </Radio.Card>
      ))}
    </div>
  </Radio.Group>
)

/** The number of pages that all members of the campaign will see. */
export const countShown = (
  { pages, hiddenPages, publishedPages }: Pick<ImportPreview, 'pages' | 'hiddenPages' | 'publishedPages'>,
  visibility: ImportVisibility,
): number => ({ DM: 0, CAMPAIGN: pages - hiddenPages, PAGE: publishedPages })[visibility]

interface Props {
  campaignId: string
  importId: string
  /** The folder into which the world is imported; null is the root. */
  into: string | null
  onBack: () => void
  onBegun: (operationId: string, collectionId: string | null, preview: ImportPreview) => void
}

export const Preview = ({ campaignId, importId, into, onBack, ...props }: Props) => {
  const { data, error, refetch } = useImportPreviewQuery({ campaignId, importId, into })
  if (error)
    return statusOf(error) === 404 ? (
      <div className={classes.gone} role="alert">
        <p>{messageOf(error, 'This import is over.')}</p>
        <Button onClick={onBack}>Choose Another File</Button>
      </div>
    ) : (
      <ErrorState text={messageOf(error, 'The preview could not be loaded.')} onRetry={() => void refetch()} />
    )
  if (!data) return <Skeleton height={320} m={24} />
  return <ImportPlan key={importId} preview={data} campaignId={campaignId} into={into} onBack={onBack} {...props} />
}

const ImportPlan = ({
  preview,
  campaignId,
  into,
  onBack,
  onBegun,
}: Omit<Props, 'importId'> & { preview: ImportPreview }) => {
  const { id: importId, pages } = preview
  const [name, setName] = useState(preview.folderName)
  const [visibility, setVisibility] = useState<ImportVisibility>('DM')
  const [isAsking, setAsking] = useState(false)
  const [begin, { isLoading }] = useBeginImportMutation()
  const [discard] = useDiscardImportMutation()
  const shownPages = countShown(preview, visibility)
  const run = async () => {
    const folderName = name?.trim() ?? null
    const { data, error } = await begin({
      campaignId,
      importId,
      name: folderName,
      visibility,
      parentCollectionId: into,
    })
    if (error) toast.error(messageOf(error, 'The import could not begin. Please try again.'))
    else onBegun(data.operationId, data.collectionId, { ...preview, folderName })
  }
  const back = async () => {
    onBack()
    const { error } = await discard({ campaignId, importId })
    // After the browser's Back button, the import may already be running (409).
    if (error && statusOf(error) === 409) toast.error(messageOf(error, 'This import has begun already.'))
  }
  return (
    <div className={classes.panes}>
      <div className={classes.main}>
        <div className={classes.two}>
          <WhatBecomesWhat preview={preview} newFolders={preview.folders + (name === null ? 0 : 1)} />
          <Into preview={preview} name={name} onName={setName} />
        </div>
        <WhoSees preview={preview} value={visibility} onChange={setVisibility} />
        <div className={classes.acts}>
          <Button variant="subtle" onClick={() => void back()}>
            Back
          </Button>
          <span>Costs no credits.</span>
          <Button
            variant="filled"
            loading={isLoading}
            disabled={name?.trim() === ''}
            onClick={() => (shownPages === 0 ? void run() : setAsking(true))}
          >
            Bring In {formatCount(pages, 'Page')}
          </Button>
        </div>
      </div>
      <ToKnow campaignId={campaignId} preview={preview} />
      <ConfirmDialog
        opened={isAsking}
        title={`Show ${formatCount(shownPages, 'page')} to the campaign?`}
        text="Every member of the campaign can read them as soon as they are here. Hidden parts stay with the DMs."
        confirm="Bring It In"
        onConfirm={run}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

/** Lists everything that the import leaves out or changes. */
const ToKnow = ({ campaignId, preview }: { campaignId: string; preview: ImportPreview }) => {
  const all = preview.problems.length + preview.moreProblems
  return (
    <aside className={classes.side}>
      <h2 className={classes.known}>{all === 0 ? 'Everything comes along' : `${formatCount(all, 'thing')} to know`}</h2>
      {all === 0 && <p className={classes.note}>Every page, link and picture was understood.</p>}
      <Problems campaignId={campaignId} preview={preview} />
    </aside>
  )
}
