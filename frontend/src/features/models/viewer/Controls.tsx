import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconBulb,
  IconFocusCentered,
  IconMinus,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Toggle } from '../../../ui/Toggle.tsx'
import type { Stage } from './stage.ts'
import classes from './viewer.module.css'

type Shown = 'turning' | 'texture' | 'wireframe' | 'grid'

type Props = Record<Shown, boolean> & {
  isFullscreen: boolean
  stage: Pick<Stage, 'zoomBy' | 'reset' | 'moveLight'>
  toggle: Record<Shown | 'fullscreen', () => void>
}

/** The viewer's toolbar. */
export const Controls = ({ turning, texture, wireframe, grid, isFullscreen, stage, toggle }: Props) => (
  <div className={classes.controls} role="toolbar" aria-label="View">
    <Tool label={turning ? 'Stop turning' : 'Turn'} keys="Space" onClick={toggle.turning}>
      {turning ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
    </Tool>
    <i />
    <Toggle label="Texture" labelPosition="left" checked={texture} onChange={toggle.texture} />
    <i />
    <span className={classes.desk}>
      <Tool label="Zoom out" keys="-" onClick={() => stage.zoomBy(-1)}>
        <IconMinus size={18} />
      </Tool>
      <Tool label="Zoom in" keys="+" onClick={() => stage.zoomBy(1)}>
        <IconPlus size={18} />
      </Tool>
    </span>
    <Tool label="Reset view" keys="0" onClick={stage.reset}>
      <IconFocusCentered size={18} />
    </Tool>
    {document.fullscreenEnabled && (
      <Tool label={isFullscreen ? 'Leave full screen' : 'Full screen'} keys="F" onClick={toggle.fullscreen}>
        {isFullscreen ? <IconArrowsMinimize size={18} /> : <IconArrowsMaximize size={18} />}
      </Tool>
    )}
    <Menu position="top-end" width={210} shadow="md" closeOnItemClick={false} withinPortal={!isFullscreen}>
      <Menu.Target>
        <ActionIcon aria-label="View options">
          <IconAdjustmentsHorizontal size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxItem checked={grid} onChange={toggle.grid}>
          Grid in mm
        </Menu.CheckboxItem>
        <Menu.CheckboxItem checked={wireframe} onChange={toggle.wireframe}>
          Wireframe
        </Menu.CheckboxItem>
        <Menu.Item leftSection={<IconBulb size={15} />} onClick={stage.moveLight}>
          Move the light
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  </div>
)

const Tool = ({
  label,
  keys,
  onClick,
  children,
}: {
  label: string
  keys: string
  onClick: () => void
  children: ReactNode
}) => (
  <Tooltip label={`${label} (${keys})`} withinPortal={false}>
    <ActionIcon aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)
