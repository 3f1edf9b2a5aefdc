import { type MapPlan, type Room, roomAt } from '#domain/map-plan.ts'
import { hex, mix, type Rgb } from '../../colour.ts'
import { openStage, type Pen, type Stage } from '../../stage.ts'
import { type Wall, wallsOf } from '../walls.ts'

/** A print in progress. Squares have `px` pixels; the first one begins at the pixel `ox`, `oy`. */
export interface Sheet {
  plan: MapPlan
  stage: Stage
  pen: Pen
  w: number
  h: number
  px: number
  ox: number
  oy: number
  walls: Wall[]
  look: Look
  ink: boolean
}

/** The colours of a place. */
export interface Look {
  rock: Rgb
  wall: Rgb
  floors: Record<Exclude<Room['floor'], 'grass'>, Rgb>
  water: Rgb
  timber: boolean
}

const stones: Record<string, readonly [rock: string, wall: string, slab: string, earth: string]> = {
  crypt: ['#4a433d', '#7a736a', '#9c958a', '#8a7a66'],
  cave: ['#4c4238', '#6a5e50', '#948676', '#9a8a74'],
  sewer: ['#42453a', '#6a6c5a', '#868871', '#7d775f'],
  keep: ['#2d2a28', '#77716a', '#b0a692', '#a08a6a'],
  tavern: ['#2a211a', '#5c4632', '#a89a84', '#a08a6a'],
  village: ['#2a211a', '#6a5440', '#a89a84', '#9a7f5c'],
  forest: ['#2a211a', '#5c4632', '#a89a84', '#9a7f5c'],
  ruin: ['#2d2a26', '#7d776b', '#a29a88', '#93836a'],
  ship: ['#16324a', '#4e3522', '#a8845a', '#a8845a'],
  desert: ['#6a5030', '#96744a', '#dcbc86', '#cfa86c'],
  snow: ['#4a6a82', '#7f9fb4', '#c6dbe6', '#b8ccd6'],
  ash: ['#342624', '#4a3a36', '#75645c', '#6e5a52'],
  jungle: ['#3c4630', '#5c6648', '#98a078', '#857a54'],
}

const lookOf = ({ theme, look: { land, tint, style } }: MapPlan): Look => {
  const built = theme === 'tavern' || theme === 'village' || theme === 'forest' || theme === 'ship'
  const [rock, wall, slab, earth] = ((!built && stones[land]) ||
    stones[theme] ||
    stones.crypt) as (typeof stones)[string]
  const lean = (colour: Rgb, amount: number) => (tint ? mix(colour, hex(tint), amount) : colour)
  const bright = (colour: Rgb) => (style === 'digital-art' ? mix(colour, [255, 250, 238], 0.1) : colour)
  return {
    rock: hex(rock),
    wall: lean(hex(wall), 0.16),
    floors: {
      slabs: bright(lean(hex(slab), 0.18)),
      earth: bright(lean(hex(earth), 0.14)),
      planks: bright(lean(hex('#a37548'), 0.1)),
      tiles: bright(lean(mix(hex(slab), hex('#a89c86'), 0.4), 0.16)),
      carpet: lean(hex('#7a3034'), 0.4),
      cobbles: bright(lean(hex('#938c80'), 0.14)),
      deck: bright(lean(hex('#ad8656'), 0.1)),
    },
    water:
      land === 'ash'
        ? hex('#f0701c')
        : land === 'snow'
          ? hex('#8fcbe4')
          : land === 'swamp'
            ? hex('#5c7a34')
            : theme === 'sewer'
              ? hex('#5f7440')
              : hex('#2f6d92'),
    timber: built && theme !== 'forest',
  }
}

/** Prepares a print. `trimmed` omits the margins around the whole squares. */
export const openSheet = (plan: MapPlan, trimmed: boolean): Sheet => {
  const { grid, look, seed } = plan
  const [width, height] = trimmed ? [grid.cols * grid.px, grid.rows * grid.px] : [plan.width, plan.height]
  const stage = openStage({
    model: 'studio-map',
    prompt: '',
    negativePrompt: '',
    stylePreset: look.style,
    width,
    height,
    seed,
  })
  return {
    plan,
    stage,
    pen: stage.pen,
    w: width,
    h: height,
    px: grid.px,
    ox: trimmed ? 0 : grid.x,
    oy: trimmed ? 0 : grid.y,
    walls: wallsOf(plan).map((wall) => ({ ...wall, points: beyond(wall.points, grid) })),
    look: lookOf(plan),
    ink: look.style === 'comic-book',
  }
}

/** Extends walls that end at the border of the map to the edge of the print, across its margins. */
const beyond = (points: Wall['points'], { cols, rows }: MapPlan['grid']): Wall['points'] => {
  const out = ({ x, y }: { x: number; y: number }) => [
    { x: x === 0 ? -2 : x === cols ? cols + 2 : x, y: y === 0 ? -2 : y === rows ? rows + 2 : y },
  ]
  const onBorder = (point?: { x: number; y: number }) =>
    point && (point.x === 0 || point.y === 0 || point.x === cols || point.y === rows)
  const [first, last] = [points[0], points.at(-1)]
  return [...(first && onBorder(first) ? out(first) : []), ...points, ...(last && onBorder(last) ? out(last) : [])]
}

/** Draws in squares instead of pixels. */
export const inSquares = ({ ox, oy, px }: Sheet, pen: Pen, draw: () => void): void => {
  pen.save()
  pen.translate(ox, oy)
  pen.scale(px, px)
  draw()
  pen.restore()
}

/** Returns the number of the room at a pixel. */
export const roomUnder = ({ plan, ox, oy, px }: Sheet, x: number, y: number): number =>
  roomAt(plan, Math.floor((x - ox) / px), Math.floor((y - oy) / px))

/** Returns a function that interpolates the values of squares (0 to 1) bilinearly between their centres. */
export const coverage =
  (has: (x: number, y: number) => number) =>
  (x: number, y: number): number => {
    const [fx, fy] = [x - 0.5, y - 0.5]
    const [x0, y0] = [Math.floor(fx), Math.floor(fy)]
    const [tx, ty] = [fx - x0, fy - y0]
    const top = has(x0, y0) * (1 - tx) + has(x0 + 1, y0) * tx
    const low = has(x0, y0 + 1) * (1 - tx) + has(x0 + 1, y0 + 1) * tx
    return top * (1 - ty) + low * ty
  }
