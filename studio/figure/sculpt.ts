import { type Field, fieldOf } from './field.ts'
import { nameIn } from './given-name.ts'
import { lettered } from './lettering.ts'
import { type Cast, castOf, scaled, solidify } from './mesh.ts'
import type { Modelled } from './modelled.ts'
import { type FigureOrder, readFigure } from './order.ts'
import { modelPerson } from './person.ts'
import { loadSolids } from './solids.ts'
import { modelStanding } from './standing.ts'

interface FigureRequest {
  prompt: string
  /** Name that is raised on the base; the name in the prompt if undefined. */
  name?: string | undefined
  seed: number
  /** Ordered height in mm. */
  height: number
  isBust: boolean
  /** mm between corners of the figure at its natural size. */
  edge?: number
}

const usualEdge = 0.36
/** Thinnest wall in mm: a little more than printers need, since corners of the mesh lie up to an edge apart. */
const thinnestWall = 1.25

/** Sculpts the person, creature or item that a prompt describes, on a base. Returns undefined if it describes none. */
export const sculptFigure = async (
  { prompt: given, name, seed, height, isBust, edge = usualEdge }: FigureRequest,
  report: (share: number, stage: string) => void = () => undefined,
): Promise<Cast | undefined> => {
  const { name: own, rest: prompt } = nameIn(given)
  const { order } = readFigure(given)
  if (!order) return undefined
  report(0.02, 'Reading the description')
  const solids = await loadSolids()
  const modelled = model(prompt, seed, order, isBust)
  report(0.08, 'Modelling the body')
  const plain = fieldOf(modelled.pieces)
  const field = { ...plain, at: counting(plain, (share) => report(0.12 + 0.58 * share, 'Casting the surface')) }
  const { box, focus, cutAt = 0, partsAt, natural, plate } = modelled
  const bounds = boundsOf(plain, box)
  const least = (thinnestWall * (natural ?? bounds[1][1] - bounds[0][1])) / height
  const figure = solidify(solids, field, bounds, { edge, focus, floor: cutAt, least })
  const solid = lettered(solids, figure, name ?? own, plate)
  report(0.7, 'Painting')
  const cast = castOf(solid, plain, partsAt)
  solid.delete()
  return grounded(scaled(cast, height / (natural ?? heightOf(cast))))
}

/** Approximate number of field evaluations for a figure, and number of evaluations between two progress reports. */
const expected = 5_500_000
const stride = 1 << 17

/** Returns the field's distance function, which also reports the share of the expected evaluations that is done. */
const counting = ({ at }: Field, report: (share: number) => void): Field['at'] => {
  let count = 0
  return (x, y, z) => {
    if (++count % stride === 0) report(Math.min(1, count / expected))
    return at(x, y, z)
  }
}

/** Returns the part of a box that contains the figure, found by samples every 2 mm. */
const boundsOf = ({ at }: Field, [min, max]: Modelled['box']): Modelled['box'] => {
  const step = 2
  const [low, high] = [[...max], [...min]] as [number[], number[]]
  for (let x = min[0]; x <= max[0]; x += step)
    for (let y = min[1]; y <= max[1]; y += step)
      for (let z = min[2]; z <= max[2]; z += step) {
        if (at(x, y, z) > 1.3 * step) continue
        for (const [c, value] of [x, y, z].entries()) {
          low[c] = Math.min(low[c] as number, value - step)
          high[c] = Math.max(high[c] as number, value + step)
        }
      }
  return [low, high] as unknown as Modelled['box']
}

const model = (prompt: string, seed: number, order: FigureOrder, isBust: boolean): Modelled =>
  order.kind === 'person'
    ? modelPerson(prompt, seed, order.trade, order.carried, isBust)
    : modelStanding(prompt, seed, order)

const span = ({ at }: Cast): readonly [low: number, high: number] => {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = 1; i < at.length; i += 3) {
    low = Math.min(low, at[i] as number)
    high = Math.max(high, at[i] as number)
  }
  return [low, high]
}
const heightOf = (cast: Cast): number => {
  const [low, high] = span(cast)
  return high - low
}

/** Moves a cast so that its lowest point is at y = 0. */
const grounded = (cast: Cast): Cast => {
  const [low] = span(cast)
  const partsAt = cast.partsAt === null ? null : cast.partsAt - low
  return { ...cast, partsAt, at: cast.at.map((v, i) => (i % 3 === 1 ? v - low : v)) }
}
