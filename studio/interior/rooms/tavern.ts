import { hex, mix } from '../../colour.ts'
import { candle } from '../furniture/lights.ts'
import { along, gather, type Plan, type Site, type Someone } from '../plan.ts'
import { planks, timbered } from '../surfaces.ts'

/** A low room of beams and plaster: tables with candles, a bar with its bottles, a fire. */
export const tavern = ({ grain, next, make, half, wants, maybe, fires }: Site): Plan => {
  const wood = hex(next.pick(['#7a5230', '#6a4628', '#85603a']))
  const high = 3.1
  const deep = next.between(8.5, 10)
  const side = next.chance(0.5) ? 1 : -1
  const tables = [
    { x: -side * half * 0.42, z: 4.3, turn: next.between(-0.25, 0.25) },
    { x: side * half * 0.05, z: 6.6, turn: next.between(-0.2, 0.2) },
    { x: -side * half * 0.66, z: 7.3, turn: next.between(-0.15, 0.15) },
  ].filter(() => !wants('ruin') || next.chance(0.7))
  const people: Someone[] = []
  for (const { x, z } of tables) {
    people.push({ x: x - 0.55, z: z + 0.62, y: 0.44, pose: 'sitting', facing: 1 })
    people.push({ x: x + 0.5, z: z + 0.66, y: 0.44, pose: 'sitting', facing: -1 })
  }
  people.push({ x: side * (half - 0.62), z: 6.4, y: 0, pose: 'standing', facing: side > 0 ? -1 : 1 })
  people.push({ x: side * (half - 2.1), z: 5.4, y: 0, pose: 'robed', facing: side > 0 ? 1 : -1 })
  const bottles = ['#5a7a4a', '#8a4a2a', '#4a6a7a', '#a07a3a']
  return {
    shell: { half, high, deep },
    surfaces: [
      planks(grain, mix(wood, hex('#8a7050'), 0.2), 0.22),
      planks(grain, mix(wood, hex('#2a1a10'), 0.4), 0.3, true),
      ...[0, 1, 2].map(() => timbered(grain, hex('#c8b088'), mix(wood, hex('#2a1a10'), 0.3), high)),
    ] as never,
    ...gather(
      ...along(1.6, deep, 1.7).map((z) => [make.box(0, high - 0.24, z, half, 0.24, 0.13, make.dark)]),
      ...tables.flatMap(({ x, z, turn }) => [
        maybe('table', 1) && make.table(x, z, 0.82, 0.46, turn),
        make.bench(x, z - 0.78, 0.72, turn),
        make.bench(x, z + 0.78, 0.72, turn),
        make.mug(x - 0.3, 0.79, z + 0.1),
        make.mug(x + 0.42, 0.79, z - 0.12),
        fires && maybe('candle', 1) && candle(x + 0.05, 0.79, z + 0.02, 1.6),
      ]),
      maybe('bar', 1) && [
        make.box(side * (half - 1.15), 0, 6.3, 0.28, 1.02, 1.7, planks(grain, wood, 0.2)),
        make.box(side * (half - 1.15), 1.02, 6.3, 0.36, 0.07, 1.8, make.board),
        make.box(side * (half - 0.14), 1.35, 6.3, 0.14, 0.05, 1.6, make.dark),
        make.box(side * (half - 0.14), 1.85, 6.3, 0.14, 0.05, 1.6, make.dark),
        ...along(4.9, 7.8, 0.27).flatMap((z) => [
          ...make.bottle(side * (half - 0.16), 1.4, z, hex(next.pick(bottles))),
          ...make.bottle(side * (half - 0.16), 1.9, z + 0.1, hex(next.pick(bottles))),
        ]),
        ...make.mug(side * (half - 1.1), 1.09, 5.6),
        ...make.mug(side * (half - 1.2), 1.09, 6.5),
        ...make.stool(side * (half - 1.85), 5.7),
        ...make.stool(side * (half - 1.85), 6.9),
      ],
      maybe('barrel', 1) && [
        ...make.barrel(side * (half - 0.5), 3.5),
        ...make.barrel(side * (half - 1.15), 3.05, 0, 0.86),
        ...make.barrel(side * (half - 0.5), deep - 0.5, 0),
        ...make.barrel(side * (half - 1.35), deep - 0.5, 0),
        ...make.barrel(side * (half - 0.9), deep - 0.5, 0.95, 0.9),
      ],
      maybe('hearth', 1) && make.hearth(-side * half * 0.18, deep - 0.36, 0, hex('#8a8074'), fires),
      maybe('lantern', 0.9) && fires && make.lantern(side * half * 0.3, 2.25, 3.3, high),
      maybe('lantern', 0.9) && fires && make.lantern(side * half * 0.42, 2.3, 6.7, high),
      wants('chandelier') && fires && make.chandelier(0, 2.35, 5, high, next),
      wants('banner') && make.banner(side * half * 0.45, 2.7, deep - 0.05, 0.42, 1.4, hex('#7a2a2c'), 0),
    ),
    openings: [
      { wall: -side as -1 | 1, at: 3.4, low: 1.15, high: 2.3, half: 0.55 },
      { wall: -side as -1 | 1, at: 6, low: 1.15, high: 2.3, half: 0.55 },
    ],
    people,
    clear: 0.8,
  }
}
