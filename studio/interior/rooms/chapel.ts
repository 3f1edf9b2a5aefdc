import { hex, mix } from '../../colour.ts'
import { candle } from '../furniture/lights.ts'
import { along, gather, type Plan, type Site, type Someone } from '../plan.ts'
import { courses, even } from '../surfaces.ts'

/** Pews before an altar, coloured glass, and the light that comes through it. */
export const chapel = ({ grain, next, make, half, cloth, wants, maybe, fires }: Site): Plan => {
  const stone = hex(next.pick(['#b4a890', '#a8a298']))
  const deep = 16
  const bays = along(4, deep - 3, 2.9)
  return {
    shell: { half, high: 7.6, deep, vault: 4.4 },
    surfaces: [
      courses(grain, mix(stone, hex('#6a6058'), 0.25), 0.9, 0.9),
      courses(grain, mix(stone, hex('#4a4038'), 0.25), 0.8, 0.5),
      ...[0, 1, 2].map(() => courses(grain, stone, 0.9, 0.44)),
    ] as never,
    ...gather(
      ...bays.flatMap((z) => [-1, 1].map((i) => make.column(i * (half - 0.3), z + 1.4, 4.9, 0.28, stone))),
      ...(maybe('pew', 1)
        ? along(4.4, 11, 1.25).flatMap((z) =>
            [-1, 1].map((i) => {
              const x = i * half * 0.46
              return [
                make.box(x, 0.42, z, half * 0.3, 0.06, 0.2, make.board),
                make.box(x, 0, z + 0.2, half * 0.3, 0.95, 0.04, make.board),
                ...[-1, 1].map((j) => make.box(x + j * half * 0.3, 0, z, 0.04, 1, 0.26, make.dark)),
              ]
            }),
          )
        : []),
      maybe('rug', 0.9) && make.rug(0, deep / 2, 0.7, deep / 2 - 1.2, cloth),
      maybe('altar', 1) && [
        make.box(0, 0, deep - 1.8, 2.4, 0.16, 1.3, even(grain, stone)),
        make.box(0, 0.16, deep - 1.4, 1, 0.95, 0.4, courses(grain, mix(stone, hex('#ffffff'), 0.2), 0.5, 0.48)),
        make.box(0, 1.11, deep - 1.4, 1.08, 0.05, 0.45, even(grain, cloth)),
      ],
      ...(fires && maybe('candle', 1) ? [-0.8, -0.45, 0.45, 0.8].map((x) => candle(x, 1.16, deep - 1.4, 1.8)) : []),
      ...(fires && maybe('lantern', 0.8)
        ? bays
            .filter((_, n) => n % 2 === 0)
            .flatMap((z) => [-1, 1].map((i) => make.torch(i * (half - 0.55), z + 1.4, i, 2.1)))
        : []),
      wants('chandelier') && fires && make.chandelier(0, 4, 8, 7.6, next),
    ),
    openings: [
      { wall: 0, at: 0, low: 2.3, high: 6.4, half: 0.85, round: true },
      ...[-1, 1].map((i) => ({ wall: 0 as const, at: i * half * 0.5, low: 2.3, high: 4.7, half: 0.42, round: true })),
      ...bays.map((z) => ({ wall: 1 as const, at: z, low: 2, high: 4.2, half: 0.5 })),
    ],
    glass: ['#b03038', '#2f5fae', '#d8a030', '#3a8a5a', '#7a4a9a'].map(hex),
    people: [
      { x: 0, z: deep - 2.7, y: 0, pose: 'robed', facing: 1 },
      ...along(5.2, 9, 2.5).map(
        (z, n): Someone => ({ x: (n % 2 ? -1 : 1) * half * 0.4, z: z + 0.05, y: 0.46, pose: 'sitting', facing: 1 }),
      ),
    ],
    clear: 0.74,
  }
}
