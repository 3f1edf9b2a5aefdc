import { Button, Radio } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconBook2,
  IconBrandNotion,
  IconDice5,
  IconFileTypeDocx,
  IconFileZip,
  IconMarkdown,
  IconMasksTheater,
  IconNotebook,
  IconWorld,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ImportPreview } from '#domain/import-answers.ts'
import { sizeInWords } from '#domain/storage.ts'
import { importableEndings, takeDroppedEntries } from '../../base/dropped-file.ts'
import { ThreadProgress } from '../../ui/Thread.tsx'
import classes from './imports.module.css'
import { filesOfEntries, looseFiles } from './loose-files.ts'
import { type Archive, useArchive } from './use-archive.ts'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/RadioCard.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import '@mantine/dropzone/styles.layer.css'

const sources = {
  obsidian: {
    Icon: IconNotebook,
    name: 'Obsidian vault',
    text: 'The folder, or a zip of it. Links, tags and pictures come along.',
    drop: 'Drop the vault here',
    how: 'How to bring in an Obsidian vault',
    steps: [
      'In Obsidian, open the menu of the vault’s name and choose “Reveal in folder”.',
      'Drop that folder above, or a zip of it. “.obsidian” may stay in, its settings are not imported.',
    ],
  },
  notion: {
    Icon: IconBrandNotion,
    name: 'Notion export',
    text: 'Pages, databases and pictures, with the links between them.',
    drop: 'Drop Notion’s zip here',
    how: 'How to export from Notion',
    steps: [
      'In Notion, open Settings, then Export, or the menu of the page above all others.',
      'Choose “Markdown & CSV”, everything, with subpages in folders.',
      'Drop the zip above as it comes.',
    ],
  },
  kanka: {
    Icon: IconMasksTheater,
    name: 'Kanka campaign',
    text: 'Entities, posts, attributes, relations and pictures. What is private stays with the Dungeon Masters.',
    drop: 'Drop Kanka’s zip here',
    how: 'How to export from Kanka',
    steps: [
      'In Kanka, open the campaign’s overview and choose Export.',
      'Choose JSON, not Markdown: only JSON says what is hidden from whom.',
      'Drop the zip above as it comes.',
    ],
  },
  legendkeeper: {
    Icon: IconBook2,
    name: 'LegendKeeper',
    text: 'Pages with their tabs, properties and links. Hidden pages and secrets stay with the Dungeon Masters.',
    drop: 'Drop the .lk file here',
    how: 'How to export from LegendKeeper',
    steps: [
      'In LegendKeeper, open the project’s settings and choose Export.',
      'Choose the LegendKeeper file (.lk) or its JSON.',
      'Drop the file above. Pictures stay links, as the file holds their addresses alone.',
    ],
  },
  'world-anvil': {
    Icon: IconWorld,
    name: 'World Anvil',
    text: 'Articles by category, with links and relations. Secrets, drafts and what is private stay with the Dungeon Masters.',
    drop: 'Drop World Anvil’s zip here',
    how: 'How to export from World Anvil',
    steps: [
      'In World Anvil, open the world’s settings and choose Export.',
      'Choose JSON, not HTML: only JSON says what is hidden from whom.',
      'Drop the zip above as it comes. Pictures stay links, as the zip holds their addresses alone.',
    ],
  },
  foundry: {
    Icon: IconDice5,
    name: 'Foundry VTT',
    text: 'Journals, actors and items. Secrets, and what players do not see, stay with the Dungeon Masters.',
    drop: 'Drop the export or the world’s zip here',
    how: 'How to export from Foundry VTT',
    steps: [
      'In Foundry, close the world. Then zip its folder, which is in Data/worlds, and drop the zip above. It may also be the folder of a module with compendiums.',
      'To import only some of it, choose “Export Data” in the menu of a journal entry, an actor or an adventure, and drop that .json file above, or several of them as one zip.',
    ],
  },
  docx: {
    Icon: IconFileTypeDocx,
    name: 'Word document',
    text: 'One .docx file, split by its headings into pages. Pictures, tables and footnotes come along.',
    drop: 'Drop the .docx file here',
    how: 'How to prepare a Word document',
    steps: [
      'Give the beginning of each page a heading style, such as “Heading 1”. Large bold text alone is no heading.',
      'From Google Docs, choose File, Download, Microsoft Word (.docx).',
      'Drop the file above.',
    ],
  },
  markdown: {
    Icon: IconMarkdown,
    name: 'Markdown folder',
    text: 'Any folder of .md files, a zip of it, or one .md file. Folders stay folders.',
    drop: 'Drop a folder or a page here',
    how: 'How to prepare the folder',
    steps: ['Put your .md files and their pictures into one folder.', 'Drop that folder above, or a zip of it.'],
  },
} as const
type Source = keyof typeof sources

interface Props {
  campaignId: string
  onRead: (preview: ImportPreview) => void
}

/** Lets the user choose the product from which the world was exported, and its file. */
export const Choose = ({ campaignId, onRead }: Props) => {
  const [source, setSource] = useState<Source>('obsidian')
  const archive = useArchive(campaignId, onRead)
  const { sent, problem, send } = archive
  // On a phone, the file and its progress would be below all sources: a bar at the bottom shows them instead.
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const openDialog = useRef<() => void>(null)
  useEffect(() => {
    const entries = takeDroppedEntries(campaignId)
    if (entries.length > 0) void send((signal) => filesOfEntries(entries, signal))
  }, [campaignId])
  const { drop, how, steps } = sources[source]
  return (
    <>
      <div className={classes.panes}>
        <Sources source={source} onChoose={setSource} />
        <aside className={classes.side}>
          <Dropzone
            className={classes.drop}
            openRef={openDialog}
            disabled={sent !== undefined}
            data-problem={problem !== undefined || undefined}
            inputProps={{
              accept: importableEndings.map((ending) => `.${ending}`).join(','),
              'aria-label': 'Choose a file',
            }}
            // `onDrop` would not be called for an empty folder, which is refused with a reason.
            onDropAny={(files: File[]) => void send(() => looseFiles(files))}
            onDrop={() => undefined}
          >
            <IconFileZip size={30} stroke={1.4} aria-hidden="true" />
            <b>{drop}</b>
            <span>One file or a folder, up to 100 MB</span>
            <Button component="span" variant="filled" tabIndex={-1}>
              Choose a File
            </Button>
          </Dropzone>
          {!isPhone && (
            <>
              <FolderButton isDisabled={sent !== undefined} onChosen={(files) => void send(() => looseFiles(files))} />
              <Status archive={archive} />
            </>
          )}
          <h2>{how}</h2>
          <ol className={classes.how}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </aside>
      </div>
      {isPhone && <Bar archive={archive} onOpen={() => openDialog.current?.()} />}
    </>
  )
}

interface FolderButtonProps {
  isDisabled: boolean
  onChosen: (files: FileList) => void
}

/** Chooses a folder without dragging it. Narrow screens do not have it, since phones offer no folders. */
const FolderButton = ({ isDisabled, onChosen }: FolderButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button className={classes.folder ?? ''} disabled={isDisabled} onClick={() => input.current?.click()}>
        Choose a Folder
      </Button>
      <input
        ref={(element) => {
          input.current = element
          if (element) element.webkitdirectory = true
        }}
        type="file"
        hidden
        aria-label="Choose a folder"
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.length) onChosen(currentTarget.files)
          currentTarget.value = ''
        }}
      />
    </>
  )
}

const Sources = ({ source, onChoose }: { source: Source; onChoose: (source: Source) => void }) => (
  <section className={classes.main}>
    <Radio.Group
      label="Where is it now?"
      classNames={{ label: classes.question }}
      value={source}
      onChange={(value) => onChoose(value as Source)}
    >
      <div className={classes.sources}>
        {Object.entries(sources).map(([value, { Icon, name, text }]) => (
          <Radio.Card key={value} value={value} className={classes.card}>
            <span className={classes.icon}>
              <Icon size={18} aria-hidden="true" />
            </span>
            <span className={classes.words}>
              <b>{name}</b>
              <span>{text}</span>
            </span>
            <Radio.Indicator />
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
    <p className={classes.note}>
      Nothing is made until you have looked it over, and afterwards all of it can be undone as one.
    </p>
  </section>
)

const progressOf = ({ share, size }: NonNullable<Archive['sent']>): string => {
  const percent = `${Math.round(share * 100)}%`
  if (size === undefined) return percent
  return share < 1 ? `${percent} of ${sizeInWords(size)}` : 'Reading it…'
}

/** The progress of the upload, or the reason why the file was rejected. */
const Status = ({ archive: { sent, problem, cancel } }: { archive: Archive }) => (
  <>
    {problem && (
      <p className={classes.problem} role="alert">
        <IconAlertTriangle size={18} aria-hidden="true" />
        {problem}
      </p>
    )}
    {sent && (
      <div className={classes.sent}>
        <span className={classes.file} dir="auto">
          {sent.name}
        </span>
        <span className="num">{progressOf(sent)}</span>
        <button type="button" className={classes.cancel} aria-label="Cancel" onClick={cancel}>
          <IconX size={16} />
        </button>
        <ThreadProgress value={sent.share} label="Sending the file" />
      </div>
    )}
  </>
)

/** The bar at the bottom of a phone's screen, with one button: it chooses a file, or cancels the upload. */
const Bar = ({ archive, onOpen }: { archive: Archive; onOpen: () => void }) => {
  const bar = useRef<HTMLDivElement>(null)
  const isSending = archive.sent !== undefined
  const wasSending = useRef(isSending)
  // When the bar replaces the focused button, the other button takes the focus. This is a layout effect, because later
  // the focus would already be elsewhere.
  useLayoutEffect(() => {
    if (wasSending.current === isSending) return
    wasSending.current = isSending
    if (document.activeElement === document.body) bar.current?.querySelector('button')?.focus()
  }, [isSending])
  return (
    <div ref={bar} className={classes.bar}>
      <Status archive={archive} />
      {!isSending && (
        <Button variant="filled" fullWidth onClick={onOpen}>
          Choose a File
        </Button>
      )}
    </div>
  )
}
