import { IconArrowAutofitWidth } from '@tabler/icons-react'
import type { EditTool } from '#domain/image-edit-tools.ts'
import { Badge } from '../../../ui/Badge.tsx'
import classes from './editor-rail.module.css'
import { tools } from './tools.ts'

interface Props {
  tool: EditTool
  /** Tools that the user's plan does not include. */
  locked: readonly EditTool[]
  isBusy: boolean
  onChoose: (tool: EditTool) => void
}

/** The first tool of each further group: a line separates it from the tool above. */
const groupStarts: ReadonlySet<EditTool> = new Set(['replace', 'remove-background'])

const order = Object.keys(tools) as EditTool[]

export const Rail = ({ tool: current, locked, isBusy, onChoose }: Props) => (
  <nav className={classes.rail} aria-label="Tools">
    {order.map((tool) => {
      const { label, Icon } = tools[tool]
      return (
        <button
          key={tool}
          type="button"
          data-first={groupStarts.has(tool) || undefined}
          aria-pressed={tool === current}
          disabled={isBusy && tool !== current}
          onClick={() => onChoose(tool)}
        >
          <Icon size={20} aria-hidden="true" />
          {label}
          {locked.includes(tool) && <Badge colour="weld">PRO</Badge>}
        </button>
      )
    })}
    <p>
      <IconArrowAutofitWidth size={18} aria-hidden="true" />
      Upscaling Coming Soon
    </p>
  </nav>
)
