import { brushSizes } from './brush.ts'
import classes from './editor-stage.module.css'

interface Props {
  size: number
  onSize: (size: number) => void
}

const share = (size: number) => (size - brushSizes.least) / (brushSizes.most - brushSizes.least)

export const BrushSize = ({ size, onSize }: Props) => (
  <input
    type="range"
    className={classes.range}
    style={{ '--share': `${share(size) * 100}%` } as object}
    aria-label="Brush size"
    min={brushSizes.least}
    max={brushSizes.most}
    value={size}
    onChange={(event) => onSize(event.currentTarget.valueAsNumber)}
  />
)
