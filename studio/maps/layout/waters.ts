import { noise } from '../../noise.ts'
import type { Board } from '../board.ts'
import type { Brief } from './brief.ts'

/** Water on open ground. */

const kindIn = ({ land }: Brief) =>
  (land === 'ash' ? 'lava' : land === 'snow' ? 'ice' : land === 'swamp' ? 'slime' : 'water') as 'water'

/** Adds a river from border to border, shallow enough to wade; `bridge` adds planks where paths cross it. */
export const river = (board: Board, brief: Brief): void => {
  const { plan, cols, rows, next } = board
  const down = next.chance(cols > rows ? 0.75 : 0.35)
  const [long, wide] = down ? [rows, cols] : [cols, rows]
  const sway = noise(plan.seed, 'river')
  const half = next.between(1, 1.6)
  const from = wide * next.between(0.22, 0.4) * (next.chance(0.5) ? 1 : 1.9)
  const cells: number[] = []
  for (let along = 0; along < long; along++) {
    const middle = from + wide * 0.16 * sway(along / 9, 3)
    for (let off = 0; off < wide; off++)
      if (Math.abs(off + 0.5 - middle) < half) cells.push(down ? along * cols + off : off * cols + along)
  }
  plan.pools.push({ kind: kindIn(brief), shallow: true, cells: cells.sort((a, b) => a - b) })
}

/** Adds a round pond with an uneven bank. */
export const pond = (board: Board, brief: Brief, cx: number, cy: number, r: number, shallow: boolean): void => {
  const { plan, cols, rows } = board
  const bank = noise(plan.seed, 'bank')
  const cells: number[] = []
  for (let y = Math.max(0, Math.floor(cy - r * 1.5)); y < Math.min(rows, cy + r * 1.5); y++)
    for (let x = Math.max(0, Math.floor(cx - r * 1.5)); x < Math.min(cols, cx + r * 1.5); x++) {
      const outside = plan.rooms[(plan.cells[y * cols + x] ?? 0) - 1]?.outside
      if (outside && Math.hypot(x + 0.5 - cx, (y + 0.5 - cy) * 1.15) < r * (1 + 0.3 * bank(x / 2.4, y / 2.4)))
        cells.push(y * cols + x)
    }
  if (cells.length) plan.pools.push({ kind: kindIn(brief), shallow, cells })
}

/** Adds the sea along the lower border. */
export const shore = (board: Board): void => {
  const { plan, cols, rows, next } = board
  const bank = noise(plan.seed, 'shore')
  const line = rows * next.between(0.64, 0.74)
  const cells: number[] = []
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) if (y > line + 2.4 * bank(x / 6, 1) + 0.5) cells.push(y * cols + x)
  plan.pools.push({ kind: 'water', shallow: false, cells })
}
