import { hex, mix, type Rgb } from '../colour.ts'
import type { Noise } from '../noise.ts'
import type { Random } from '../random.ts'
import type { Light } from './lighting.ts'
import type { Box, Round, Solid, Surface } from './solids.ts'
import { books, courses, even, planks, staves, timber, woven } from './surfaces.ts'

/** A flame that is seen and lights the room; its height in metres. */
export interface Flame extends Light {
  tall: number
  kind: 'candle' | 'fire' | 'lantern' | 'cold'
}

/** What a piece of furniture is made of. */
export interface Piece {
  solids: Solid[]
  flames?: Flame[]
}

const warm = [1, 0.66, 0.32] as const
const hot = [1, 0.52, 0.2] as const

export const candle = (x: number, y: number, z: number, power = 1.5): Piece => ({
  solids: [{ x, y, z, r: 0.025, h: 0.14, surface: () => hex('#e8dcc0'), clear: true }],
  flames: [{ x, y: y + 0.2, z, colour: warm, power, tall: 0.09, kind: 'candle' }],
})

export const workshop = (grain: Noise, wood: Rgb, iron: Rgb) => {
  const board = timber(grain, wood)
  const dark = timber(grain, mix(wood, hex('#1c120c'), 0.45))
  const box = (x: number, y: number, z: number, w: number, h: number, d: number, surface: Surface, turn = 0): Box => ({
    x,
    y,
    z,
    w,
    h,
    d,
    turn,
    surface,
  })
  /** Moves what was made about the middle to its place. */
  const at = (x: number, z: number, turn: number, list: readonly Box[], words: readonly string[]): Box[] =>
    list.map((each) => ({
      ...each,
      x: x + each.x * Math.cos(turn) - each.z * Math.sin(turn),
      z: z + each.x * Math.sin(turn) + each.z * Math.cos(turn),
      turn: turn + (each.turn ?? 0),
      words,
    }))

  return {
    board,
    dark,
    box,
    table: (x: number, z: number, half: number, deep: number, turn = 0): Box[] =>
      at(
        x,
        z,
        turn,
        [
          box(0, 0.72, 0, half, 0.07, deep, planks(grain, wood, 0.2, true)),
          ...[-1, 1].flatMap((i) =>
            [-1, 1].map((j) => box(i * (half - 0.14), 0, j * (deep - 0.12), 0.06, 0.72, 0.06, dark)),
          ),
        ],
        ['table'],
      ),
    bench: (x: number, z: number, half: number, turn = 0): Box[] =>
      at(
        x,
        z,
        turn,
        [
          box(0, 0.4, 0, half, 0.06, 0.17, board),
          ...[-1, 1].map((i) => box(i * (half - 0.15), 0, 0, 0.05, 0.4, 0.14, dark)),
        ],
        ['bench'],
      ),
    chair: (x: number, z: number, turn = 0): Box[] =>
      at(
        x,
        z,
        turn,
        [
          box(0, 0.44, 0, 0.23, 0.05, 0.23, board),
          box(0, 0.49, 0.21, 0.22, 0.6, 0.025, dark),
          ...[-1, 1].flatMap((i) => [-1, 1].map((j) => box(i * 0.19, 0, j * 0.19, 0.03, 0.44, 0.03, dark))),
        ],
        ['chair'],
      ),
    stool: (x: number, z: number): Solid[] => [
      { x, y: 0.42, z, r: 0.19, h: 0.05, surface: board, words: ['chair'] },
      { x, y: 0, z, r: 0.07, h: 0.42, surface: dark, words: ['chair'] },
    ],
    barrel: (x: number, z: number, y = 0, size = 1): Round[] => [
      {
        x,
        y,
        z,
        r: 0.38 * size,
        h: 0.95 * size,
        bulge: 0.26,
        surface: staves(grain, wood, iron, 0.95 * size),
        words: ['barrel'],
      },
    ],
    mug: (x: number, y: number, z: number): Round[] => [
      { x, y, z, r: 0.055, h: 0.13, surface: even(grain, hex('#8a7a5a')) },
    ],
    bottle: (x: number, y: number, z: number, colour: Rgb): Round[] => [
      { x, y, z, r: 0.06, h: 0.2, surface: () => colour, clear: true },
      { x, y: y + 0.2, z, r: 0.022, h: 0.1, surface: () => colour, clear: true },
    ],
    crate: (x: number, z: number, size: number, turn = 0, y = 0): Box[] => [
      {
        ...box(x, y, z, size, size * 1.7, size, (u, v, fine, hit) => {
          const edge = Math.min(size - Math.abs(u), hit.ny ? size - Math.abs(v) : Math.min(v, size * 1.7 - v))
          return edge < 0.07
            ? board(u, v, fine, hit)
            : planks(grain, mix(wood, hex('#1c120c'), 0.25), 0.16)(u, v, fine, hit)
        }),
        turn,
        words: ['crate'],
      },
    ],
    /** Against a wall; `turn` looks into the room. */
    shelf: (x: number, z: number, half: number, high: number, turn: number, dyes: readonly Rgb[]): Box[] =>
      at(
        x,
        z,
        turn,
        [
          box(0, 0, 0, half, high, 0.2, books(dyes, wood)),
          box(0, high, 0, half + 0.05, 0.1, 0.26, board),
          ...[-1, 1].map((i) => box(i * half, 0, 0, 0.05, high, 0.24, board)),
          box(0, 0, 0, half, 0.1, 0.25, dark),
        ],
        ['shelf', 'book'],
      ),
    column: (x: number, z: number, high: number, r: number, colour: Rgb): Solid[] => {
      const stone = courses(grain, colour, r * 2.4, 0.7)
      return [
        { x, y: 0, z, r, h: high, surface: stone, words: ['pillar'] },
        box(x, 0, z, r * 1.35, r * 0.9, r * 1.35, even(grain, colour)),
        box(x, high - r * 1.1, z, r * 1.4, r * 1.1, r * 1.4, even(grain, colour)),
      ]
    },
    coffin: (x: number, z: number, turn: number, colour: Rgb, isOpen: boolean): Box[] => {
      const stone = even(grain, colour, 0.18)
      return at(
        x,
        z,
        turn,
        [
          box(0, 0, 0, 1.12, 0.16, 0.56, stone),
          box(0, 0.16, 0, 1, 0.6, 0.46, courses(grain, colour, 0.66, 0.7)),
          box(isOpen ? 0.16 : 0, 0.76, isOpen ? -0.2 : 0, 1.08, 0.15, 0.53, stone, isOpen ? 0.16 : 0),
          box(isOpen ? 0.16 : 0, 0.91, isOpen ? -0.2 : 0, 0.8, 0.06, 0.3, stone, isOpen ? 0.16 : 0),
        ],
        ['coffin'],
      )
    },
    rug: (x: number, z: number, half: number, long: number, colour: Rgb, y = 0): Box[] => [
      { ...box(x, y, z, half, 0.012, long, woven(colour, hex('#d8b878'), half, long)), clear: true, words: ['rug'] },
    ],
    /** Hangs from `top` down on a wall or from a beam; turned as the wall is. */
    banner: (x: number, top: number, z: number, half: number, long: number, colour: Rgb, turn: number): Box[] => [
      {
        ...box(x, top - long, z, half, long, 0.02, (u, v) => {
          const tail = v < 0.3 && Math.abs(u) < 0.3 - v
          const edge = half - Math.abs(u) < 0.05
          const charge = Math.hypot(u / half, (v - long * 0.58) / half) < 0.46
          if (tail) return mix(colour, hex('#000000'), 0.75)
          return edge || charge ? hex('#d8b060') : mix(colour, hex('#000000'), 0.12 + 0.12 * Math.sin(u * 18))
        }),
        turn,
        words: ['banner'],
      },
    ],
    /** Canvas that sags between two ropes. */
    hammock: (x: number, z: number): Box[] =>
      Array.from({ length: 41 }, (_, i) => {
        const along = (i - 20) / 20
        const isRope = Math.abs(along) > 0.72
        const half = isRope ? 0.015 : 0.32 * (1 - (along / 0.76) ** 4)
        const cloth = even(grain, isRope ? hex('#6a5434') : hex('#b8a27a'))
        return {
          ...box(x + along, 0.82 + 0.95 * along * along, z, 0.027, isRope ? 0.09 : 0.11, half + 0.02, cloth),
          words: ['hammock'],
        }
      }),
    chest: (x: number, z: number, turn: number): Box[] =>
      at(
        x,
        z,
        turn,
        [
          box(0, 0, 0, 0.42, 0.36, 0.26, board),
          box(0, 0.36, 0, 0.44, 0.12, 0.28, dark),
          ...[-0.3, 0, 0.3].map((u) => box(u, 0, 0, 0.035, 0.49, 0.285, even(grain, iron))),
        ],
        ['chest'],
      ),
    throne: (x: number, z: number, colour: Rgb): Box[] => {
      const gold = even(grain, hex('#c8963a'))
      return at(
        x,
        z,
        0,
        [
          box(0, 0, 0.2, 2.2, 0.18, 1.3, even(grain, hex('#8a8378'))),
          box(0, 0.18, 0.3, 1.5, 0.18, 0.9, even(grain, hex('#9a9286'))),
          box(0, 0.36, 0.3, 0.5, 0.5, 0.4, even(grain, colour)),
          box(0, 0.36, 0.66, 0.56, 1.75, 0.08, gold),
          box(0, 0.9, 0.57, 0.42, 1, 0.03, even(grain, colour)),
          ...[-1, 1].flatMap((i) => [
            box(i * 0.53, 0.36, 0.3, 0.07, 0.74, 0.42, gold),
            box(i * 0.5, 2.1, 0.66, 0.1, 0.24, 0.1, gold),
          ]),
        ],
        ['throne'],
      )
    },
    /** A fire in the wall at the left (-1), the right (1) or the back (0). */
    hearth: (x: number, z: number, turn: number, stone: Rgb, isLit: boolean): Piece => {
      const own = courses(grain, stone, 0.42, 0.24)
      const parts = at(
        x,
        z,
        turn,
        [
          ...[-1, 1].map((i) => box(i * 0.92, 0, 0, 0.26, 1.35, 0.4, own)),
          box(0, 1.35, 0, 1.3, 0.24, 0.46, even(grain, mix(stone, wood, 0.5))),
          box(0, 1.59, 0.06, 0.95, 2.6, 0.3, own),
          box(0, 0, 0.3, 0.7, 1.35, 0.06, even(grain, hex('#1a1310'))),
          box(0, 0.02, -0.02, 0.42, 0.14, 0.09, even(grain, hex('#3a2418'))),
          box(0.06, 0.14, 0, 0.36, 0.1, 0.07, even(grain, hex('#4a2c1a')), 0.3),
        ],
        ['hearth'],
      )
      const flames: Flame[] = isLit
        ? [
            {
              x: x + Math.sin(turn) * 0.5,
              y: 0.5,
              z: z - Math.cos(turn) * 0.5,
              colour: hot,
              power: 7,
              tall: 0.62,
              kind: 'fire',
            },
          ]
        : []
      return { solids: parts, flames }
    },
    /** A ring of candles on a chain. */
    chandelier: (x: number, y: number, z: number, high: number, next: Random): Piece => {
      const ring = 0.62
      const candles = Array.from({ length: 8 }, (_, i) => (i / 8) * Math.PI * 2 + next.between(0, 0.1)).map((a) =>
        candle(x + Math.cos(a) * ring, y + 0.08, z + Math.sin(a) * ring, 0),
      )
      return {
        solids: [
          { x, y, z, r: ring + 0.05, h: 0.08, surface: even(grain, iron), clear: true, words: ['chandelier'] },
          { x, y: y + 0.08, z, r: 0.02, h: high - y, surface: even(grain, iron), clear: true },
          ...candles.flatMap(({ solids }) => solids),
        ],
        flames: [
          ...candles.flatMap(({ flames = [] }) => flames),
          { x, y: y - 0.15, z, colour: warm, power: 6.5, tall: 0, kind: 'candle' },
        ],
      }
    },
    lantern: (x: number, y: number, z: number, high: number): Piece => ({
      solids: [
        {
          x,
          y: y - 0.14,
          z,
          r: 0.1,
          h: 0.24,
          bulge: 0.2,
          surface: () => hex('#ffcf80'),
          lamp: 0.9,
          words: ['lantern'],
        },
        { x, y: y + 0.1, z, r: 0.12, h: 0.05, surface: even(grain, iron), clear: true },
        { x, y: y - 0.18, z, r: 0.11, h: 0.04, surface: even(grain, iron), clear: true },
        { x, y: y + 0.15, z, r: 0.012, h: high - y - 0.15, surface: even(grain, iron), clear: true },
      ],
      flames: [{ x, y, z, colour: warm, power: 3.6, tall: 0, kind: 'lantern' }],
    }),
    brazier: (x: number, z: number): Piece => ({
      solids: [
        { x, y: 0.62, z, r: 0.26, h: 0.2, bulge: -0.5, surface: even(grain, iron), words: ['lantern'] },
        { x, y: 0, z, r: 0.06, h: 0.62, surface: even(grain, iron) },
        { x, y: 0, z, r: 0.2, h: 0.06, surface: even(grain, iron) },
      ],
      flames: [{ x, y: 1.05, z, colour: hot, power: 5.5, tall: 0.42, kind: 'fire' }],
    }),
    torch: (x: number, z: number, side: number, y = 1.9): Piece => ({
      solids: [box(x - side * 0.08, y - 0.4, z, 0.035, 0.42, 0.035, dark)],
      flames: [{ x: x - side * 0.12, y: y + 0.14, z, colour: hot, power: 4.2, tall: 0.34, kind: 'fire' }],
    }),
  }
}
export type Workshop = ReturnType<typeof workshop>
