import { hex, mix } from '../../colour.ts'
import { candle } from '../furniture/lights.ts'
import { along, gather, type Plan, type Site } from '../plan.ts'
import { courses, skull } from '../surfaces.ts'

/** Stone coffins under a low vault, with skulls, candles and torches. */
export const crypt = ({ grain, next, make, half, maybe, wants, fires }: Site): Plan => {
  const stone = hex(next.pick(['#7c7a74', '#6f7478', '#857a6a']))
  const high = 3.9
  const deep = 13
  const bays = along(3.4, deep - 2, 2.9)
  const pale = mix(stone, hex('#c8c0b0'), 0.4)
  return {
    shell: { half, high, deep, vault: 2 },
    surfaces: [
      courses(grain, mix(stone, hex('#3a3830'), 0.25), 0.8, 0.8),
      courses(grain, mix(stone, hex('#2a2826'), 0.25), 0.7, 0.4),
      ...[0, 1, 2].map(() => courses(grain, stone, 0.75, 0.38)),
    ] as never,
    ...gather(
      ...bays.flatMap((z) => [-1, 1].map((i) => make.column(i * (half - 0.35), z + 1.45, 2.4, 0.26, stone))),
      ...(maybe('coffin', 1)
        ? [
            make.coffin(0, 8.2, Math.PI / 2, pale, wants('ruin') || next.chance(0.35)),
            ...bays
              .slice(0, 3)
              .flatMap((z) => [-1, 1].map((i) => make.coffin(i * half * 0.62, z, Math.PI / 2, stone, false))),
          ]
        : []),
      ...(maybe('bone', 0.8)
        ? Array.from({ length: 9 }, () => {
            const x = next.between(-half * 0.7, half * 0.7)
            const z = next.between(3, 7)
            return [{ x, y: 0, z, r: 0.12, h: 0.22, bulge: 0.7, surface: skull(grain), words: ['bone'] }]
          })
        : []),
      wants('altar') && [make.box(0, 0, deep - 1.2, 1, 0.95, 0.4, courses(grain, pale, 0.6, 0.48))],
      ...(fires && maybe('candle', 1)
        ? [
            candle(-0.36, 0.97, 7.5, 1.6),
            candle(0.36, 0.97, 7.6, 1.6),
            candle(-1.2, 0, 6.4, 1.3),
            candle(1.3, 0, 6.9, 1.3),
            candle(0.2, 0, 9.6, 2),
            make.brazier(-half * 0.28, 3.9),
          ]
        : []),
      ...(fires && maybe('lantern', 0.9)
        ? [make.torch(-half + 0.35, 5.4, -1, 1.6), make.torch(half - 0.35, 8.6, 1, 1.6)]
        : []),
    ),
    openings: [{ wall: 0, at: 0, low: 2.2, high: 3.3, half: 0.4, round: true }],
    people: [
      { x: 0.95, z: 6.1, y: 0, pose: 'robed', facing: -1 },
      { x: -1.1, z: 9.2, y: 0, pose: 'robed', facing: 1 },
    ],
    clear: 0.6,
  }
}
