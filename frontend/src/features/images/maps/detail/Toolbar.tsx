import { ActionIcon, Slider, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCloud,
  IconDoor,
  IconHandMove,
  IconRulerMeasure,
  IconSun,
  type TablerIcon,
} from '@tabler/icons-react'
import classes from './map-page.module.css'
import type { Tool } from './stage.ts'
import '@mantine/core/styles/Slider.layer.css'

const icons: Record<Tool, { label: string; Icon: TablerIcon }> = {
  pan: { label: 'Move', Icon: IconHandMove },
  measure: { label: 'Measure', Icon: IconRulerMeasure },
  reveal: { label: 'Reveal', Icon: IconSun },
  cover: { label: 'Cover', Icon: IconCloud },
  doors: { label: 'Doors and rooms', Icon: IconDoor },
}
export const largestBrush = 10

interface Props {
  tools: readonly Tool[]
  tool: Tool
  onTool: (tool: Tool) => void
  /** Brush size in cells of the grid. */
  size?: number
  onSize?: (size: number) => void
  onUndo?: (() => void) | undefined
}

/** The tools of the map. */
export const Toolbar = ({ tools, tool, onTool, size, onSize, onUndo }: Props) => (
  <div className={classes.tools} role="toolbar" aria-label="Tools">
    {tools.map((each) => {
      const { label, Icon } = icons[each]
      return (
        <Tooltip key={each} label={label} position="right" withinPortal={false}>
          <ActionIcon size={36} aria-label={label} aria-pressed={tool === each} onClick={() => onTool(each)}>
            <Icon size={18} />
          </ActionIcon>
        </Tooltip>
      )
    })}
    {onUndo && (
      <Tooltip label="Undo the last stroke" position="right" withinPortal={false}>
        <ActionIcon size={36} aria-label="Undo the last stroke" onClick={onUndo}>
          <IconArrowBackUp size={18} />
        </ActionIcon>
      </Tooltip>
    )}
    {(tool === 'reveal' || tool === 'cover') && size !== undefined && (
      <div className={classes.brush}>
        <Slider
          size={2}
          w={110}
          label={null}
          thumbLabel="Brush in squares"
          min={0.5}
          max={largestBrush}
          step={0.5}
          value={size}
          onChange={(size) => onSize?.(size)}
        />
        <span className="num">{size}</span>
      </div>
    )}
  </div>
)
