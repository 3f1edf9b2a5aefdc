import { hex, mix } from '../../colour.ts'
import { along, gather, type Plan, type Site } from '../plan.ts'
import { planks } from '../surfaces.ts'

/** The hold of a ship, between its ribs: barrels, crates and lanterns under the deck. */
export const hold = ({ grain, next, make, half, maybe, wants, fires }: Site): Plan => {
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
