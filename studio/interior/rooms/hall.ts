import { hex, mix } from '../../colour.ts'
import { candle } from '../furniture/lights.ts'
import { along, gather, type Plan, type Site, type Someone } from '../plan.ts'
import { courses } from '../surfaces.ts'

/** A vaulted hall between columns: banners, tables or a throne, or both. */
export const hall = ({ grain, next, make, half, cloth, wants, maybe, fires }: Site): Plan => {
  const stone = hex(next.pick(['#a89c88', '#9a958c', '#b0a084']))
  const high = 7.2
  const deep = 19
  const pillars = along(4.2, deep - 3.5, 3.1)
  const aisle = half * 0.66
  const isThrone = wants('throne') || next.chance(0.6)
  const isFeast = wants('table') || !isThrone || next.chance(0.4)
  return {
    shell: { half, high, deep, vault: 4.6 },
    surfaces: [
      courses(grain, mix(stone, hex('#5a5048'), 0.3), 0.9, 0.9),
      courses(grain, mix(stone, hex('#4a4038'), 0.35), 0.8, 0.5),
      ...[0, 1, 2].map(() => courses(grain, stone, 0.95, 0.46)),
    ] as never,
    ...gather(
      ...(maybe('pillar', 1)
        ? pillars.flatMap((z) => [-1, 1].map((i) => make.column(i * aisle, z, 5.3, 0.36, stone)))
        : []),
      ...(maybe('banner', 1)
        ? pillars
            .slice(0, -1)
            .flatMap((z) =>
              [-1, 1].map((i) => make.banner(i * (half - 0.06), 4.3, z + 1.55, 0.55, 2.4, cloth, Math.PI / 2)),
            )
        : []),
      maybe('rug', 0.9) && make.rug(0, deep / 2 + 0.5, 0.95, deep / 2 - 1.4, cloth),
      isThrone && maybe('throne', 1) && make.throne(0, deep - 1.8, cloth),
      ...(isThrone && fires && maybe('lantern', 1) ? [-1, 1].map((i) => make.brazier(i * 1.9, deep - 2.6)) : []),
      isThrone && maybe('banner', 1) && make.banner(0, 5.9, deep - 0.06, 0.9, 2.7, cloth, 0),
      ...(isFeast && maybe('table', 1)
        ? [-1, 1].flatMap((i) => {
            const x = i * aisle * 0.56
            return [
              make.table(x, 8, 3.2, 0.5, Math.PI / 2),
              make.bench(x - 0.8, 8, 3, Math.PI / 2),
              make.bench(x + 0.8, 8, 3, Math.PI / 2),
              ...along(5.4, 10.6, 1.3).flatMap((z) => [
                fires && candle(x, 0.79, z, 1.1),
                make.mug(x + 0.2, 0.79, z + 0.5),
              ]),
            ]
          })
        : []),
      ...(fires && maybe('lantern', 1)
        ? pillars
            .filter((_, n) => n % 2 === 0)
            .flatMap((z) => [-1, 1].map((i) => make.torch(i * (aisle - 0.36), z, i, 2.3)))
        : []),
      wants('chandelier') && fires && make.chandelier(0, 4, 8, high, next),
      wants('hearth') && make.hearth(-half + 0.4, 9.3, -Math.PI / 2, stone, fires),
    ),
    openings: [
      ...(isThrone ? [] : [{ wall: 0 as const, at: 0, low: 2.4, high: 6, half: 0.95, round: true }]),
      ...pillars.slice(0, -1).map((z) => ({ wall: 1 as const, at: z + 1.55, low: 4.4, high: 5.6, half: 0.4 })),
      ...[-1, 1].map((i) => ({ wall: 0 as const, at: i * half * 0.55, low: 2.2, high: 4.9, half: 0.42, round: true })),
    ],
    people: [
      ...(isThrone
        ? [{ x: 0, z: deep - 1.75, y: 0.86, pose: 'sitting' as const, facing: 1 as const, crowned: true }]
        : []),
      ...(isFeast
        ? along(5.6, 10.4, 1.6).flatMap((z) =>
            [-1, 1].map(
              (i): Someone => ({ x: i * aisle * 0.56 + i * 0.78, z, y: 0.44, pose: 'sitting', facing: -i as -1 | 1 }),
            ),
          )
        : []),
      { x: 1.15, z: 7.2, y: 0, pose: 'robed', facing: -1 },
      { x: -0.9, z: 10.2, y: 0, pose: 'standing', facing: 1 },
      { x: -aisle + 0.75, z: 12.5, y: 0, pose: 'standing', facing: 1 },
    ],
    clear: 0.72,
  }
}
