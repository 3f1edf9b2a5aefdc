import { hex, mix } from '../../colour.ts'
import { candle } from '../furniture/lights.ts'
import { along, gather, type Plan, type Site } from '../plan.ts'
import { courses, even, planks } from '../surfaces.ts'

const dyes = ['#6a2a24', '#2a3f5a', '#3a5038', '#6a5228', '#4a2f4a', '#7a6a4a', '#2f2a28'].map(hex)

/** Bookcases around a reading table. */
export const library = ({ grain, next, make, half, cloth, wants, maybe, fires }: Site): Plan => {
  const wood = hex(next.pick(['#6a4226', '#744c2c', '#5c3a24']))
  const high = 4.6
  const deep = next.between(9.5, 11.5)
  const cases = along(2.9, deep - 1.2, 2.15)
  return {
    shell: { half, high, deep },
    surfaces: [
      planks(grain, mix(wood, hex('#9a7a4a'), 0.25), 0.24, true),
      planks(grain, mix(wood, hex('#1c120c'), 0.3), 0.4),
      ...[0, 1, 2].map(() => courses(grain, hex('#8a7a66'), 0.8, 0.4)),
    ] as never,
    ...gather(
      ...along(2, deep, 2.15).map((z) => [make.box(0, high - 0.3, z, half, 0.3, 0.14, make.dark)]),
      ...(maybe('shelf', 1)
        ? [
            ...cases.flatMap((z) =>
              [-1, 1].map((i) => make.shelf(i * (half - 0.26), z, 0.98, 3.7, (i * Math.PI) / 2, dyes)),
            ),
            ...[-1, 1].map((i) => make.shelf(i * half * 0.55, deep - 0.26, half * 0.34, 3.7, 0, dyes)),
          ]
        : []),
      maybe('rug', 0.9) && make.rug(0, 5.6, 1.5, 2.2, cloth),
      make.table(next.between(-0.3, 0.3), 5.6, 1.15, 0.58),
      make.chair(-0.4, 6.55, 0.2),
      make.chair(0.75, 4.6, Math.PI - 0.3),
      [
        make.box(-0.7, 0.79, 5.5, 0.17, 0.05, 0.12, even(grain, hex('#6a2a24')), 0.3),
        make.box(-0.68, 0.84, 5.5, 0.15, 0.06, 0.11, even(grain, hex('#2a3f5a')), 0.1),
        make.box(-0.7, 0.9, 5.5, 0.16, 0.04, 0.12, even(grain, hex('#6a5228')), -0.2),
        make.box(0.25, 0.79, 5.4, 0.24, 0.02, 0.16, even(grain, hex('#e6dcc0')), 0.1),
        make.box(0.7, 0.79, 5.75, 0.13, 0.2, 0.03, even(grain, hex('#3a5038'))),
      ],
      fires && maybe('candle', 1) && candle(-0.1, 0.79, 5.75, 2.2),
      fires && maybe('candle', 1) && candle(0.95, 0.79, 5.3, 1.6),
      fires && maybe('lantern', 0.8) && make.lantern(0, 2.7, 3.4, high),
      fires && maybe('lantern', 0.8) && make.lantern(0, 2.7, 8, high),
      wants('chandelier') && fires && make.chandelier(0, 3.1, 6, high, next),
      wants('hearth') && make.hearth(0, deep - 0.36, 0, hex('#8a8074'), fires),
      maybe('ladder', 0.8) && [
        ...[-0.2, 0.2].map((off) => make.box(-half + 0.86, 0, 5.05 + off, 0.03, 3.3, 0.03, make.board)),
        ...along(0.35, 3.2, 0.36).map((y) => make.box(-half + 0.86, y, 5.05, 0.025, 0.04, 0.2, make.board)),
      ],
      [...make.crate(half * 0.6, 3.1, 0.22, 0.4), ...make.stool(-half * 0.42, 3.9)],
    ),
    openings: wants('hearth') ? [] : [{ wall: 0, at: 0, low: 1.3, high: 3.9, half: half * 0.15, round: true }],
    people: [
      { x: -0.35, z: 6.5, y: 0.46, pose: 'sitting', facing: 1 },
      { x: half * 0.52, z: 7.6, y: 0, pose: 'robed', facing: 1 },
    ],
    clear: 0.78,
  }
}
