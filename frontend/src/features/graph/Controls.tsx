import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import type { useFullscreenElement } from '@mantine/hooks'
import {
  IconDownload,
  IconFocusCentered,
  IconMaximize,
  IconMinimize,
  IconMinus,
  IconPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { messageOf } from '../../base/problem.ts'
import { toast } from '../../ui/toast.ts'
import classes from './graph.module.css'
import type { Viewport } from './viewport.ts'

interface Props {
  viewport: Viewport
  onFit: () => void
  onSave: (kind: 'png' | 'svg') => Promise<void>
  fullscreen: Pick<ReturnType<typeof useFullscreenElement>, 'fullscreen' | 'toggle'>
}

const step = 1.3

/** Buttons for zoom and position, for users without a wheel or touch. */
export const Controls = ({ viewport, onFit, onSave, fullscreen: { fullscreen, toggle } }: Props) => {
  const save = (kind: 'png' | 'svg') => () =>
    void onSave(kind).catch((error: unknown) => toast.error(messageOf(error, 'The picture could not be saved.')))
  return (
    <div className={classes.controls} data-over role="toolbar" aria-label="View">
      <Control label="Zoom in" Icon={IconPlus} onClick={() => viewport.zoomBy(step)} />
      <Control label="Zoom out" Icon={IconMinus} onClick={() => viewport.zoomBy(1 / step)} />
      <Control label="Fit" Icon={IconFocusCentered} onClick={onFit} />
      {document.fullscreenEnabled && (
        <Control
          label={fullscreen ? 'Exit fullscreen' : 'Fullscreen'}
          Icon={fullscreen ? IconMinimize : IconMaximize}
          onClick={() => void toggle()}
        />
      )}
      <Menu position="left-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label="Save as picture">
            <IconDownload size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={save('png')}>Save as PNG</Menu.Item>
          <Menu.Item onClick={save('svg')}>Save as SVG</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

const Control = ({ label, Icon, onClick }: { label: string; Icon: TablerIcon; onClick: () => void }) => (
  <Tooltip label={label} position="left" withinPortal={false}>
    <ActionIcon variant="subtle" aria-label={label} onClick={onClick}>
      <Icon size={18} />
    </ActionIcon>
  </Tooltip>
)
