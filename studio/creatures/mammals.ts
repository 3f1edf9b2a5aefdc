import { hex, mix, type Rgb } from '../colour.ts'
import { fbm, smooth } from '../noise.ts'
import { loft, type Point, type Rib } from '../sculpt/mesh.ts'
import { moved, sculpture } from '../sculpt/sculpture.ts'
import type { Sculptor } from './creature.ts'
import { type Build, builds, type Kind } from './mammals/builds.ts'
import { ears, eyes, nose, whiskers } from './mammals/face.ts'
import { fur, mane, pelt, ruff } from './mammals/fur.ts'
import { antlers, curls, spire, tusks } from './mammals/horns.ts'
import { fangs, jaw } from './mammals/mouth.ts'

const turnedBy = (nod: number) => {
  const [c, s] = [Math.cos(nod), Math.sin(nod)]
  return ([x, y, z]: Point): Point => [x, y * c - z * s, z * c + y * s]
}

const beast =
  (kind: Kind, extra?: 'horn' | 'antlers' | 'ram' | 'tusks' | 'lion'): Sculptor =>
  (stage, model, { coat, iris }) => {
    const b: Build = builds[kind]
    const next = stage.chance('beast')
    const patch = stage.noise('patch')
    const own = sculpture()
    const hide = (_u: number, v: number, [x, y, z]: Point): Rgb => {
      const under = b.pale ? 0.55 * smooth(0.02, -0.25, y) * smooth(-0.2, 0.4, z) : 0
      const top = 0.35 * smooth(0.1, 0.45, y)
      return mix(
        mix(mix(coat, [14, 10, 14], top), hex('#f2e8d8'), under),
        [16, 10, 12],
        0.16 * Math.abs(fbm(patch, x * 9, z * 3 + v * 4, 2)) +
          (extra === 'horn' ? 0 : 0.4 * smooth(0.8, 1, v) * (kind === 'horse' ? 1 : 0)),
      )
    }
    const ribs = b.head.map(([z, y, wide, deep]): Rib => [0, y, z, wide, deep])
    own.add({ mesh: loft(ribs, { sides: 44, steps: 60, up: [0, 1, 0] }), colour: hide, surface: pelt, word: kind })
    const gape = next.chance(0.35) && ['wolf', 'bear'].includes(kind) ? 0.16 : 0.02
    jaw(own, b, coat, kind, gape)
    if (gape > 0.1) fangs(own, b)
    eyes(own, b, coat, iris, kind)
    nose(own, b)
    ears(own, b, coat)
    if (b.whiskers) whiskers(own, b)
    if (extra === 'horn') spire(own)
    if (extra === 'ram') curls(own)
    if (extra === 'tusks') tusks(own)
    const place = turnedBy(b.nod)
    for (const part of own.parts) model.add({ ...part, both: false, mesh: moved(part.mesh, place, place) })
    if (extra === 'antlers') antlers(model, turnedBy(b.nod * 0.4))
    const [hz, hy] = b.head[0] as readonly [number, number, number, number]
    const [, py, pz] = place([0, hy, hz + 0.12])
    const bend = next.between(-0.2, 0.2)
    const neck: Rib[] = [
      [0, py, pz + 0.1, 0.3, 0.34],
      [bend * 0.3, py - 0.35, pz - 0.12, b.neck * 0.6, b.neck * 0.66],
      [bend, py - 0.95, pz - 0.35, b.neck * 0.85, b.neck * 0.9],
      [bend, py - 1.9, pz - 0.4, b.neck * 1.25, b.neck * 1.05],
      [bend, py - 3.8, pz - 0.4, b.neck * 1.6, b.neck * 1.2],
    ]
    model.add({
      mesh: loft(neck, { sides: 40, steps: 40 }),
      colour: (_u, v, [x, , z]) =>
        mix(
          b.pale && z > pz ? mix(coat, hex('#f2e8d8'), 0.3) : coat,
          [14, 10, 12],
          0.2 * Math.abs(patch(x * 5, v * 9)),
        ),
      surface: pelt,
      word: kind,
    })
    if (b.fur && kind !== 'stag' && kind !== 'goat')
      ruff(stage, model, b, extra === 'lion' ? mix(coat, hex('#4a2a14'), 0.6) : coat, extra === 'lion', place)
    if (b.fur)
      fur(
        stage,
        model,
        neck,
        extra === 'lion' ? { ...b, fur: 0.34 } : b,
        extra === 'lion' ? mix(coat, hex('#4a2a14'), 0.55) : coat,
      )
    if (b.mane) mane(stage, model, b, extra === 'horn' ? hex('#efe8f4') : mix(coat, [12, 8, 8], 0.7), place)
    return kind === 'horse' || kind === 'stag' || kind === 'goat'
      ? { scale: 0.34, y: 0.38, turn: 1.15, least: 0.45 }
      : { scale: 0.43, y: 0.42, turn: 0.85, least: 0.2 }
  }

export const wolf = beast('wolf')
export const bear = beast('bear')
export const cat = beast('cat')
export const lion = beast('cat', 'lion')
export const rat = beast('rat')
export const boar = beast('boar', 'tusks')
export const goat = beast('goat', 'ram')
export const stag = beast('stag', 'antlers')
export const horse = beast('horse')
export const unicorn = beast('horse', 'horn')
