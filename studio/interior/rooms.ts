import { hex, mix } from '../colour.ts'
import type { Idea } from '../lexicon.ts'
import { candle } from './furniture.ts'
import { along, gather, type Plan, type Site, type Someone } from './plan.ts'
import { sunken } from './sunken.ts'
import { courses, even, planks, skull, timbered } from './surfaces.ts'

const tavern = ({ grain, next, make, half, wants, maybe, fires }: Site): Plan => {
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

const hall = ({ grain, next, make, half, cloth, wants, maybe, fires }: Site): Plan => {
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

const dyes = ['#6a2a24', '#2a3f5a', '#3a5038', '#6a5228', '#4a2f4a', '#7a6a4a', '#2f2a28'].map(hex)

const library = ({ grain, next, make, half, cloth, wants, maybe, fires }: Site): Plan => {
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

const crypt = ({ grain, next, make, half, maybe, wants, fires }: Site): Plan => {
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

const hold = ({ grain, next, make, half, maybe, wants, fires }: Site): Plan => {
  const wood = hex('#7a5a38')
  const high = 2.7
  const deep = 12
  const hull = half * 0.92
  const ribs = along(1.8, deep, 1.35)
  return {
    shell: { half: hull, high, deep, hull: true },
    surfaces: [
      planks(grain, wood, 0.24),
      planks(grain, mix(wood, hex('#2a1a10'), 0.3), 0.22),
      planks(grain, mix(wood, hex('#3a281a'), 0.25), 0.26, true),
      planks(grain, mix(wood, hex('#3a281a'), 0.25), 0.26, true),
      planks(grain, mix(wood, hex('#2a1a10'), 0.3), 0.26),
    ] as never,
    ...gather(
      ...ribs.map((z) => [
        make.box(0, high - 0.2, z, hull, 0.2, 0.11, make.dark),
        ...[-1, 1].map((i) => make.box(i * (hull * 0.93), 0, z, 0.09, high, 0.1, make.dark)),
      ]),
      [{ x: 0, y: 0, z: 7, r: 0.3, h: high, surface: planks(grain, mix(wood, hex('#a08050'), 0.3), 0.2, true) }],
      ...(maybe('barrel', 1)
        ? [
            ...[3.2, 4.1, 5, 8.6, 9.5].map((z) => make.barrel(-hull + 1.15 + next.between(-0.1, 0.1), z)),
            make.barrel(-hull + 1.25, 3.65, 0.95, 0.85),
            make.barrel(-hull + 2, 4.6, 0, 0.9),
            make.barrel(hull * 0.45, 9.2, 0),
          ]
        : []),
      ...(maybe('crate', 1)
        ? [
            make.crate(hull - 1.3, 3.5, 0.42, 0.15),
            make.crate(hull - 1.4, 4.8, 0.5, -0.1),
            make.crate(hull - 1.35, 3.6, 0.32, 0.5, 0.72),
            make.crate(hull - 1.2, 6.3, 0.45, 0.2),
            make.crate(hull - 2.2, 5.6, 0.34, 0.6),
            make.crate(-hull + 1.6, 7, 0.45, 0.3),
            make.crate(hull * 0.2, 10.6, 0.5, 0.3),
          ]
        : []),
      wants('chest') && make.chest(0.9, 4.2, -0.3),
      ...(wants('hammock') ? [make.hammock(-hull * 0.34, 5.2), make.hammock(hull * 0.3, 7.6)] : []),
      fires && maybe('lantern', 1) && make.lantern(-0.75, 1.95, 4.4, high),
      fires && maybe('lantern', 1) && make.lantern(0.7, 1.95, 8.4, high),
      [make.box(0.2, 0, deep - 1.5, 0.4, 0.1, 1.4, make.board)],
      along(0.2, 2.5, 0.28).map((y, n) => make.box(hull * 0.2, y, deep - 2 + n * 0.16, 0.45, 0.06, 0.12, make.board)),
    ),
    openings: [{ wall: 0, at: hull * 0.2, low: 2, high: 2.65, half: 0.5 }],
    people: [
      { x: -0.5, z: 6.2, y: 0, pose: 'standing', facing: 1, tall: 1.66 },
      { x: 0.9, z: 8.1, y: 0, pose: 'standing', facing: -1, tall: 1.66 },
    ],
    clear: 0.66,
  }
}

const chapel = ({ grain, next, make, half, cloth, wants, maybe, fires }: Site): Plan => {
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

export const rooms: Record<Idea<'room'>, (site: Site) => Plan> = {
  tavern,
  hall,
  library,
  crypt,
  hold,
  undersea: sunken,
  chapel,
}
