import type { MapGrid } from '#domain/map-grid.ts'
import type { Viewport } from '../../../../ui/viewport.ts'
import classes from './map-page.module.css'
import { useView } from './use-view.ts'

const wantedPx = 140
/** A round number of squares, such that the bar has about the wanted length. */
const squaresFor = (cell: number): number => {
  const steps = [1, 2, 4, 10, 20, 40, 100, 200, 400, 1000]
  return steps.findLast((squares) => squares * cell <= wantedPx) ?? 1
}

/** A scale bar in the map's own unit. */
export const ScaleBar = ({ viewport, grid: { cell, scale, unit } }: { viewport: Viewport; grid: MapGrid }) => {
  const shown = cell * useView(viewport).scale
  const squares = squaresFor(shown)
  const far = (share: number) => (squares * scale * share).toLocaleString('en', { maximumFractionDigits: 1 })
  return (
    <div className={classes.scale} style={{ width: Math.min(240, squares * shown) + 24 }} data-over>
      <i aria-hidden="true" />
      <span className="num">
        <b>0</b>
        <b>{far(0.5)}</b>
        <b>
          {far(1)} {unit}
        </b>
      </span>
    </div>
  )
}
