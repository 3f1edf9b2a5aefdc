import { hex, mix } from '../../colour.ts'
import { ridged } from '../../noise.ts'
import { along, gather, type Plan, type Site } from '../plan.ts'
import type { Surface } from '../solids.ts'
import { courses, even } from '../surfaces.ts'

/** A flooded hall: broken columns, sand drifts, and a net of light from the waves above. */
export const sunken = ({ stage, grain, next, make, half, wants, maybe }: Site): Plan => {
  const stone = hex('#8fa39a')
  const nets = stage.noise('nets')
  const deep = 20
  const bays = along(4.2, deep - 4, 3)
  /** Adds caustics, the net of light that waves project onto surfaces below them. */
  const rippled =
    (surface: Surface): Surface =>
    (u, v, fine, hit) => {
      const [r, g, b] = surface(u, v, fine, hit)
      const net = 0.72 + 1.5 * Math.max(0, ridged(nets, hit.x * 0.55 + hit.y * 0.2, hit.z * 0.55, 2) - 0.42)
      return [r * net, g * net, b * net]
    }
  const sand = rippled(even(grain, hex('#b8b48c'), 0.2))
  const wall = rippled(courses(grain, mix(stone, hex('#4a6a5a'), 0.3), 0.95, 0.46))
  return {
    shell: { half, high: 8, deep, vault: 4.8 },
    surfaces: [sand, courses(grain, mix(stone, hex('#1c3a38'), 0.5), 0.8, 0.5), wall, wall, wall] as never,
    ...gather(
      ...bays.flatMap((z) =>
        [-1, 1].map((i) => {
          const isBroken = next.chance(0.35)
          return make.column(i * half * 0.62, z, isBroken ? next.between(1, 2.6) : 5.6, 0.4, stone)
        }),
      ),
      [
        { x: -half * 0.2, y: -0.1, z: 6.2, r: 0.42, h: 0.8, surface: wall },
        make.box(half * 0.28, -0.12, 7.4, 0.36, 0.62, 1.2, wall, 0.5),
        make.box(-half * 0.4, -0.2, 9.6, 0.5, 0.6, 0.5, wall, 0.8),
        { x: half * 0.42, y: -0.35, z: 5, r: 0.8, h: 0.7, bulge: 2.4, surface: sand },
        { x: -half * 0.5, y: -0.4, z: 4.6, r: 1.1, h: 0.75, bulge: 4, surface: sand },
      ],
      (wants('chest') || next.chance(0.5)) && maybe('chest', 1) && make.chest(half * 0.16, 5.2, -0.4),
      wants('throne') && make.throne(0, deep - 2, hex('#3a6a6a')),
      wants('altar') && [make.box(0, 0, deep - 2, 1, 1, 0.4, wall)],
    ),
    openings: [
      { wall: 0, at: 0, low: 2.6, high: 6.6, half: 0.9, round: true },
      ...[-1, 1].map((i) => ({ wall: 0 as const, at: i * half * 0.5, low: 2.4, high: 5, half: 0.5, round: true })),
    ],
    people: [{ x: 0.2, z: 9, y: 0.9, pose: 'robed', facing: 1 }],
    clear: 0.55,
    sunken: true,
  }
}
