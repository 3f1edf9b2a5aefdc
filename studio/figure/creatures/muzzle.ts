import { hex, mix, type Rgb } from '../../colour.ts'
import { type Build, builds } from '../../creatures/mammals/builds.ts'
import type { Clay, Paint } from '../field.ts'
import { ball, column, ellipsoid, type Frame, into, limb, placed, type Shape, tube } from '../shapes.ts'
import type { Measures } from './measures.ts'

/** Returns a solid through sections along z: z, half width, half height, and the height of its middle. */
export const lengthwise = (sections: readonly (readonly [number, number, number, number])[]): Shape => {
  const upright = column(sections.map(([z, wide, tall, y]) => [z, wide, tall, 0, y]))
  return (x, y, z) => upright(x, z, y)
}

/** Mirrors the half of a shape at positive x to negative x. */
export const both =
  (shape: Shape): Shape =>
  (x, y, z) =>
    shape(Math.abs(x), y, z)

const gums = hex('#7a2430')
const tooth = hex('#efe6cc')

interface HeadColours {
  coat: Rgb
  pale: Rgb
  dark: Rgb
  iris: Rgb
}

const noseOf = ({ head, nose }: Build): readonly [number, number, number] => {
  const [z, y, , tall] = head.at(-2) as readonly [number, number, number, number]
  return [z + 0.02, y + tall * 0.55, Math.max(nose, 0.05)]
}

/** Returns a build whose snout is `by` times as long, and wider and taller by half of that gain. */
const lengthened = (build: Build, by: number): Build => ({
  ...build,
  head: build.head.map(([z, y, wide, tall]) =>
    z > 0.1
      ? ([0.1 + (z - 0.1) * by, y, wide * (0.5 + 0.5 * by), tall * (0.5 + 0.5 * by)] as const)
      : ([z, y, wide, tall] as const),
  ),
})

/** A head under construction, in its own unit, with the measures by which its parts are placed. */
interface Head {
  build: ReturnType<typeof lengthened>
  measures: Omit<Measures, 'head'>
  colours: HeadColours
  gape: number
  nose: ReturnType<typeof noseOf>
  jawWide: number
  /** Height of the mouth. */
  drop: number
  put: (shape: Shape, paint: Paint | Rgb, options?: { blend?: number }) => void
}

const addSkull = ({ build, measures, colours, nose: [noseZ, noseY, noseR], put }: Head) => {
  const { coat, pale, dark } = colours
  const skull = lengthwise(build.head.map(([z, y, wide, tall]) => [z, wide, tall, y]))
  const muzzleFrom = noseZ * 0.5
  put(
    (x, y, z) =>
      skull(x, y, z) -
      (measures.fur > 0.2 && z < 0.15 ? 0.02 * Math.sin(y * 17 + 4 * z) * Math.sin(z * 19 + x * 9) : 0),
    (x, y, z) => {
      if (measures.pale > 0 && (y < -0.08 - 0.1 * z || (z > muzzleFrom && y < noseY - noseR * 0.6)))
        return mix(coat, pale, Math.min(1, measures.pale * 2))
      if (Math.abs(x) < 0.1 && y > 0) return mix(coat, dark, 0.4)
      return coat
    },
  )
}

const addJaw = ({ measures, colours: { coat, pale, dark }, gape, nose: [noseZ], jawWide, drop, put }: Head) => {
  const jaw = tube([
    [0, drop * 0.9 - 0.05, 0.02, jawWide * 1.05],
    [0, drop - gape * 0.45, noseZ * 0.5, jawWide * 0.78],
    [0, drop - gape, noseZ * 0.86, jawWide * 0.55],
  ])
  put(jaw, measures.pale > 0.2 ? pale : mix(coat, dark, 0.25), { blend: 0.06 })
}

/** Adds gums and fangs of an open mouth. */
const addMouth = ({ gape, nose: [noseZ], jawWide, drop, put }: Head) => {
  put(
    tube([
      [0, drop * 0.8, noseZ * 0.3, jawWide * 0.7],
      [0, drop * 0.9 - gape * 0.3, noseZ * 0.72, jawWide * 0.5],
    ]),
    gums,
    { blend: 0.02 },
  )
  const fang = limb(
    [jawWide * 0.62, drop * 0.75, noseZ * 0.82],
    0.062,
    [jawWide * 0.6, drop * 0.75 - 0.18, noseZ * 0.84],
    0.03,
  )
  const lower = limb(
    [jawWide * 0.5, drop - gape * 0.8, noseZ * 0.78],
    0.055,
    [jawWide * 0.52, drop - gape * 0.8 + 0.16, noseZ * 0.8],
    0.03,
  )
  put(both(fang), tooth, { blend: 0.02 })
  put(both(lower), tooth, { blend: 0.02 })
}

const addNose = ({ nose: [noseZ, noseY, noseR], jawWide, put }: Head, isBroad: boolean) => {
  put(
    ellipsoid([0, noseY, noseZ], isBroad ? [jawWide * 0.75, noseR, 0.07] : [noseR * 1.15, noseR * 0.85, noseR * 0.8]),
    hex('#1c1618'),
    { blend: 0.04 },
  )
  put(both(ball([noseR * 0.7, noseY - 0.02, noseZ + noseR * 0.62], 0.03)), hex('#050304'), { blend: 0.01 })
}

const addEyes = ({ build, colours: { coat, dark, iris }, put }: Head) => {
  const [ex, ey, ez, er] = build.eye
  const eye = Math.max(er * 1.5, 0.075)
  put(
    both(limb([ex - 0.06, ey + eye * 1.25, ez + 0.05], eye * 0.75, [ex + 0.12, ey + eye * 1.6, ez - 0.1], eye * 0.6)),
    mix(coat, dark, 0.35),
    {
      blend: 0.08,
    },
  )
  put(
    both(ball([ex + 0.01, ey, ez + 0.02], eye)),
    (x, y, z) => {
      const side = Math.hypot(Math.abs(x) - ex - 0.03, y - ey, z - ez - 0.04)
      if (y > ey + eye * 0.72) return hex('#120c0c')
      return side < eye * 0.62 && !build.slit
        ? hex('#0c0808')
        : build.slit && Math.abs(Math.abs(x) - ex - 0.02) < eye * 0.28
          ? hex('#0c0808')
          : iris
    },
    { blend: 0.01 },
  )
}

const addEars = ({ build, colours: { coat, dark }, put }: Head) => {
  const { at: root, to, wide, round } = build.ears
  const [ew, et] = [Math.max(wide, 0.13), round ? wide * 0.95 : 0.05]
  const pinna = tube([
    [root[0], root[1] - 0.06, root[2], ew],
    [(root[0] + to[0]) / 2, (root[1] + to[1]) / 2, (root[2] + to[2]) / 2, ew * 0.95],
    [to[0], to[1], to[2], et + 0.03],
  ])
  const middle: readonly [number, number, number] = [root[0] * 0.6 + to[0] * 0.4, root[1] * 0.6 + to[1] * 0.4, root[2]]
  const ear = round ? ellipsoid(middle, [wide * 1.05, wide * 1.15, 0.12]) : pinna
  const hollow = round
    ? ball([middle[0], middle[1] + 0.02, middle[2] + 0.15], wide * 0.62)
    : tube([
        [root[0], root[1] + 0.06, root[2] + ew * 1.15, ew * 0.5],
        [to[0] * 0.9 + root[0] * 0.1, to[1] * 0.7 + root[1] * 0.3, to[2] + ew * 0.95, ew * 0.34],
      ])
  put(
    both((x, y, z) => Math.max(ear(x, y, z), -hollow(x, y, z))),
    (x, y, z) => (hollow(Math.abs(x), y, z) < 0.035 ? mix(coat, hex('#6a3c38'), 0.6) : mix(coat, dark, 0.3)),
    { blend: 0.06 },
  )
}

const addTusks = ({ nose: [noseZ], jawWide, drop, put }: Head) => {
  put(
    both(
      tube([
        [jawWide * 0.8, drop - 0.02, noseZ * 0.72, 0.075],
        [jawWide * 1.5, drop + 0.12, noseZ * 0.8, 0.07],
        [jawWide * 1.6, drop + 0.34, noseZ * 0.76, 0.035],
      ]),
    ),
    tooth,
    { blend: 0.03 },
  )
}

const addBeard = ({ colours: { coat, pale }, nose: [noseZ], drop, put }: Head) => {
  put(
    tube([
      [0, drop - 0.1, noseZ * 0.7, 0.13],
      [0, drop - 0.45, noseZ * 0.66, 0.06],
    ]),
    mix(pale, coat, 0.4),
  )
}

/** Adds a mammal's head with the proportions in `builds`, whose unit is about the width of a skull. */
export const addMuzzle = (
  clay: Clay,
  { head: { of, size, gape, snout = 1 }, ...measures }: Measures,
  at: Frame,
  colours: HeadColours,
): void => {
  const build = lengthened(builds[of], snout)
  const put = (shape: Shape, paint: Paint | Rgb, { blend = 0.12 } = {}) => {
    const local: Paint =
      typeof paint === 'function'
        ? (x, y, z) => {
            const [a, b, c] = into(at, [x, y, z])
            return paint(a / size, b / size, c / size)
          }
        : paint
    clay.add(placed(shape, at, size), local, { blend: blend * size })
  }
  const [, jawY, jawWide] = build.head.at(-3) as readonly [number, number, number, number]
  const nose = noseOf(build)
  const head: Head = { build, measures, colours, gape, nose, jawWide, drop: jawY - jawWide * 0.75, put }
  addSkull(head)
  addJaw(head)
  if (gape > 0.1) addMouth(head)
  if (nose[2] > 0.02) addNose(head, measures.legs.isHoofed && of !== 'boar')
  addEyes(head)
  addEars(head)
  if (measures.tusks) addTusks(head)
  if (measures.horns) put(both(horns[measures.horns]), hornPaint[measures.horns](colours.dark), { blend: 0.04 })
  if (of === 'goat') addBeard(head)
}

const antler = (() => {
  const beam = tube([
    [0.12, 0.3, -0.14, 0.14],
    [0.5, 0.74, -0.42, 0.14],
    [0.86, 1.3, -0.34, 0.13],
    [0.78, 1.92, 0.04, 0.12],
    [0.62, 2.2, 0.22, 0.07],
  ])
  const tines = [
    tube([
      [0.3, 0.5, -0.26, 0.125],
      [0.42, 0.78, 0.16, 0.12],
      [0.4, 1.02, 0.34, 0.065],
    ]),
    tube([
      [0.68, 1, -0.4, 0.125],
      [0.98, 1.2, -0.02, 0.12],
      [1.0, 1.46, 0.16, 0.065],
    ]),
    tube([
      [0.86, 1.4, -0.3, 0.125],
      [1.18, 1.7, -0.3, 0.115],
      [1.26, 1.98, -0.2, 0.065],
    ]),
  ]
  return (x: number, y: number, z: number) => Math.min(beam(x, y, z), ...tines.map((tine) => tine(x, y, z)))
})()
const ram = (() => {
  const curl = tube(
    [
      [0.14, 0.32, -0.05, 0.19],
      [0.34, 0.6, -0.36, 0.19],
      [0.56, 0.42, -0.74, 0.17],
      [0.66, -0.02, -0.6, 0.15],
      [0.66, -0.14, -0.16, 0.13],
      [0.72, 0.06, 0.12, 0.08],
    ],
    30,
  )
  return (x: number, y: number, z: number) => curl(x, y, z) - 0.012 * Math.sin(Math.atan2(y - 0.2, z + 0.3) * 22)
})()
const spiral = (x: number, y: number, z: number) => {
  const cone = limb([0, 0.34, 0.3], 0.15, [0, 1.75, 1.05], 0.085)
  return cone(x, y, z) - 0.014 * Math.sin((y + z * 0.5) * 17 + Math.atan2(x, z - 0.3 - (y - 0.34) * 0.53) * 1)
}
const horns: Record<NonNullable<Measures['horns']>, Shape> = { antlers: antler, ram, spiral }
const hornPaint: Record<NonNullable<Measures['horns']>, (dark: Rgb) => Paint> = {
  antlers: () => (_x, y) => mix(hex('#7a5a38'), hex('#e0d0a8'), Math.min(1, Math.max(0, y / 2.2))),
  ram: () => hex('#a08a64'),
  spiral: () => (_x, y) => mix(hex('#e8dcb4'), hex('#fff6dc'), Math.min(1, y / 1.5)),
}
