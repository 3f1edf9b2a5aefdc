import { ActionIcon, Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBookmark,
  IconBookmarkFilled,
  IconDownload,
  IconX,
} from '@tabler/icons-react'
import { SaveIndicator, type SaveState } from '../../../ui/SaveIndicator.tsx'
import type { Size } from '../../../ui/viewport.ts'
import classes from './editor.module.css'
import type { Step } from './undoing.ts'

interface Props {
  title: string
  size: Size
  saving: SaveState
  undo: Step
  redo: Step
  downloadUri: string
  /** True for the lore's primary image; null for an image without lore. */
  isPrimary: boolean | null
  onPrimary: () => void
  onDone: () => void
  onDiscard: () => void
}

const texts = { saving: 'Saving', saved: 'Saved', failed: 'Not saved' }

export const Header = ({ title, size, saving, undo, redo, isPrimary, ...on }: Props) => (
  <header className={classes.head}>
    <ActionIcon aria-label="Discard edits and close" title="Discard edits and close (Esc)" onClick={on.onDiscard}>
      <IconX size={18} />
    </ActionIcon>
    <h1>Image Editor</h1>
    <span className={classes.title} dir="auto">
      {title}
    </span>
    <span className={`${classes.size} num`}>{`${size.width} × ${size.height}`}</span>
    <span className={classes.saving}>
      <SaveIndicator state={saving} texts={texts} />
    </span>
    <Steps undo={undo} redo={redo} />
    {isPrimary !== null && (
      <ActionIcon
        className={classes.primary}
        aria-label={isPrimary ? 'Primary image' : 'Set as primary image'}
        title={isPrimary ? 'Primary image' : 'Set as primary image'}
        aria-disabled={isPrimary}
        data-primary={isPrimary || undefined}
        onClick={isPrimary ? undefined : on.onPrimary}
      >
        {isPrimary ? <IconBookmarkFilled size={18} /> : <IconBookmark size={18} />}
      </ActionIcon>
    )}
    <Button
      component="a"
      href={on.downloadUri}
      download
      className={classes.download}
      aria-label="Download"
      leftSection={<IconDownload size={16} />}
    >
      Download
    </Button>
    <Button className={classes.done} onClick={on.onDone}>
      Done
    </Button>
  </header>
)

/** Buttons for undo and redo, which work like the keys: on strokes first, then on edits. */
const Steps = ({ undo, redo }: Record<'undo' | 'redo', Step>) => (
  <span className={classes.steps} role="toolbar" aria-label="Undo and redo">
    {(
      [
        [undo, IconArrowBackUp, 'Ctrl+Z'],
        [redo, IconArrowForwardUp, 'Ctrl+Shift+Z'],
      ] as const
    ).map(([step, Icon, keys]) => (
      <ActionIcon
        key={keys}
        aria-label={step.label}
        title={`${step.label} (${keys})`}
        disabled={!step.run}
        onClick={step.run}
      >
        <Icon size={18} />
      </ActionIcon>
    ))}
  </span>
)
