import path from 'node:path'
import type { Sculptor } from './apart/sculptor.ts'
import { startApart } from './lib/apart.ts'
import type { Bench, Table } from './lib/bench.ts'
import { verdict, written } from './lib/figures.ts'

const prompts = [
  'a dwarf blacksmith with a hammer',
  'a knight named Ada of the Vale',
  'a grey wolf',
  'a horse',
  'a red dragon',
  'a giant spider',
  'a skeleton',
  'a treasure chest',
  'a sword in a stone',
  'an old spellbook',
]
const samples = path.join(import.meta.dirname, '../../frontend/public/samples')
const pictures = [
  ['studio-likeness-2.webp', 'relief'],
  ['studio-likeness-0.webp', 'figure'],
  ['studio-still-life-1.webp', 'figure'],
  ['studio-dungeon-0.webp', 'terrain'],
] as const

const [mostSeconds, mostMb, mostTriangles] = [10, 600, 200_000]

export const bench: Bench = {
  what: 'Sculpts a 3D model of each kind, with its preview, and checks its mesh without the geometry kernel.',
  async run({ quick, stopping, say }): Promise<Table[]> {
    const works = [
      ...prompts.map((prompt) => ({ name: prompt, wanted: { prompt, isCoarse: quick } })),
      ...pictures.map(([file, as]) => ({
        name: `${file} as ${as}`,
        wanted: { picture: path.join(samples, file), as, isCoarse: quick },
      })),
    ].filter((_, i) => !quick || i % 8 === 0)
    const rows: string[][] = []
    const all: Awaited<ReturnType<Sculptor['make']>>[] = []
    for (const { name, wanted } of works) {
      say(name)
      const apart = startApart<Sculptor>(stopping, 'sculptor.ts')
      const made = await apart.ask('make', wanted)
      await apart.stop()
      if (made.open > 0 || made.volume <= 0 || made.resting <= 0)
        throw new Error(`${name}: ${made.open} open edges, ${made.volume} mm³, ${made.resting} mm² on the ground`)
      all.push(made)
      rows.push([
        name,
        written(made.seconds),
        written(Math.round(made.peakMb)),
        written(made.triangles),
        `${written(made.overhang * 100)} %`,
        `${written(made.thin * 100)} %`,
        'closed, flat below',
      ])
    }
    const most = (of: (made: (typeof all)[number]) => number) => Math.max(...all.map(of))
    return [
      {
        title:
          '3D models of 28 mm, each in a process of its own: seconds of processor time with the preview, and the most memory',
        columns: ['made of', 'seconds', 'MB', 'triangles', 'overhang', 'thinner than 1.1 mm', 'checks'],
        rows,
        notes: [
          verdict(
            { name: 'seconds at most', value: most(({ seconds }) => seconds), atMost: mostSeconds },
            { name: 'MB at most', value: Math.round(most(({ peakMb }) => peakMb)), atMost: mostMb },
            { name: 'triangles at most', value: most(({ triangles }) => triangles), atMost: mostTriangles },
          ),
          'Every edge belongs to two triangles in opposite directions, the volume is positive, and the model rests on a flat face. Thin is surface whose opposite side is nearer than 1.1 mm, by rays; edges and tips do not count.',
        ],
      },
    ]
  },
}
