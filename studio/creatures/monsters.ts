import { createCanvas } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from '../colour.ts'
import { fbm, lerp, smooth } from '../noise.ts'
import { ball, grid, loft, type Point, type Rib } from '../sculpt/mesh.ts'
import type { Sculpture, Surface } from '../sculpt/sculpture.ts'
import type { Sculptor } from './creature.ts'

const wet: Surface = { gloss: 0.75, soft: 0.5 }
const tooth = hex('#efe4c4')

/** An eye to be set on a body: painted on its front. */
export const eyeball = (
  model: Sculpture,
  at: Point,
  r: number,
  iris: Rgb,
  facing: Point = [0, 0, 1],
  slit = true,
): void => {
  const canvas = createCanvas(256, 256)
  const pen = canvas.getContext('2d')
  pen.fillStyle = css(hex('#e8dcc0'))
  pen.fillRect(0, 0, 256, 256)
  pen.strokeStyle = 'rgba(150,40,30,.5)'
  for (let i = 0; i < 26; i++) {
    const a = i * 0.9
    pen.lineWidth = 1 + (i % 3)
    pen.beginPath()
    pen.moveTo(128 + Math.cos(a) * 128, 128 + Math.sin(a) * 128)
    pen.lineTo(128 + Math.cos(a + 0.14) * 74, 128 + Math.sin(a + 0.14) * 74)
    pen.stroke()
  }
  const ring = pen.createRadialGradient(128, 128, 10, 128, 128, 74)
  ring.addColorStop(0, css(mix(iris, [255, 250, 200], 0.55)))
  ring.addColorStop(0.6, css(iris))
  ring.addColorStop(1, css(mix(iris, [0, 0, 0], 0.75)))
  pen.fillStyle = ring
  pen.beginPath()
  pen.arc(128, 128, 74, 0, 7)
  pen.fill()
  pen.fillStyle = '#060408'
  pen.beginPath()
  pen.ellipse(128, 128, slit ? 13 : 30, slit ? 62 : 30, 0, 0, 7)
  pen.fill()
  pen.fillStyle = 'rgba(255,255,255,.9)'
  pen.beginPath()
  pen.arc(102, 98, 15, 0, 7)
  pen.fill()
  const l = Math.hypot(...facing)
  const [fx, fy, fz] = facing.map((v) => v / l) as [number, number, number]
  const side: Point = [fz, 0, -fx]
  const sl = Math.hypot(...side) || 1
  const s: Point = [side[0] / sl, 0, side[2] / sl]
  const up: Point = [fy * s[2], fz * s[0] - fx * s[2], -fy * s[0]]
  model.add({
    mesh: grid(
      40,
      30,
      (u, v) => {
        const a = u * Math.PI * 2
        const b = v * Math.PI
        const p: Point = [Math.sin(b) * Math.sin(a), Math.cos(b), Math.sin(b) * Math.cos(a)]
        return [0, 1, 2].map(
          (c) =>
            (at[c] as number) +
            r * (p[0] * (s[c] as number) + p[1] * (up[c] as number) + p[2] * ([fx, fy, fz][c] as number)),
        ) as unknown as Point
      },
      (u, v) => {
        const a = u * Math.PI * 2
        const b = v * Math.PI
        return Math.cos(a) * Math.sin(b) > 0 ? [Math.sin(b) * Math.sin(a), Math.cos(b)] : [9, 9]
      },
    ),
    colour: hex('#d8ccb0'),
    texture: { canvas, from: [-1, 1], to: [1, -1] },
    surface: { gloss: 0.95, lamp: 0.12 },
    word: 'eye',
  })
}

const cone = (model: Sculpture, at: Point, to: Point, r: number, colour = tooth, word = 'tooth'): void =>
  model.add({
    mesh: loft(
      [
        [...at, r],
        [lerp(at[0], to[0], 0.55), lerp(at[1], to[1], 0.55), lerp(at[2], to[2], 0.55) + r * 0.3, r * 0.7],
        [...to, 0.004],
      ] as Rib[],
      { sides: 8, steps: 8 },
    ),
    colour: (_u, v) => mix(mix(colour, hex('#6a4a2a'), 0.4), colour, smooth(0, 0.5, v)),
    surface: { gloss: 0.5 },
    word,
  })

/** A floating ball with one great eye, many on stalks, and a mouth that could swallow a man. */
export const beholder: Sculptor = (stage, model, { coat, iris }) => {
  const next = stage.chance('beholder')
  const bumps = stage.noise('hide')
  const open = next.between(0.16, 0.3)
  const hide = (x: number, y: number, z: number) => {
    const mouth = z > 0 ? Math.exp(-((x / 0.72) ** 4) - ((y + 0.5 - 0.18 * x * x) / open) ** 2) : 0
    const socket = z > 0 ? Math.exp(-((x / 0.4) ** 2) - ((y - 0.16) / 0.36) ** 4) : 0
    return (
      0.09 * fbm(bumps, x * 4 + z * 2, y * 4 - z, 3) -
      0.34 * mouth -
      0.1 * socket +
      0.1 * Math.exp(-((Math.hypot(x / 1.1, y - 0.2) - 0.47) ** 2) / 0.006) * (z > 0 ? 1 : 0)
    )
  }
  model.add({
    mesh: ball([0, 0, 0], [1, 0.94, 0.95], { cols: 130, rows: 100, swell: hide }),
    colour: (_u, _v, [x, y, z]) => {
      const deep = z > 0 ? Math.exp(-((x / 0.68) ** 4) - ((y + 0.49 - 0.18 * x * x) / (open * 0.8)) ** 2) : 0
      const spot = smooth(0.12, 0.4, fbm(bumps, x * 3 + 7, y * 3 + z * 2, 2))
      return mix(
        mix(mix(coat, hex('#d8b090'), 0.35 * smooth(0.1, -0.9, y)), mix(coat, [20, 10, 20], 0.6), spot * 0.6),
        hex('#4a0f14'),
        Math.min(1, deep * 1.5),
      )
    },
    surface: { ...wet, gloss: 0.4, rough: 0.2 },
    word: 'beholder',
  })
  eyeball(model, [0, 0.17, 0.66], 0.36, iris, [next.between(-0.25, 0.25), next.between(-0.1, 0.1), 1])
  for (const [from, to, a] of [
    [0, 1, 0.9],
    [1, 0, 0],
  ] as const) {
    model.add({
      mesh: grid(30, 8, (s, t) => {
        const b = lerp(-1.25, 1.25, s)
        const top = from === 0
        const r = 0.4 + 0.03 * t
        return [
          Math.sin(b) * r * 1.04,
          0.17 + (top ? 1 : -1) * lerp(0.16 + 0.1 * a, 0.4, t) * Math.cos(b),
          0.66 + 0.36 * Math.cos(b * 0.7) * Math.sin((1 - t) * 1.4) - 0.06 * to * 0,
        ]
      }),
      colour: mix(coat, [30, 10, 16], 0.3),
      surface: wet,
      word: 'beholder',
    })
  }
  for (let i = 0; i < 10; i++) {
    const a = -1.25 + (2.5 * i) / 9
    const x = Math.sin(a) * 0.66
    const arc = -0.5 + 0.18 * x * x
    const z = 0.94 * Math.sqrt(Math.max(0.05, 1 - x * x - 0.25)) + 0.04
    const long = next.between(0.12, 0.24)
    cone(model, [x, arc + open * 0.92, z], [x * 0.97, arc + open * 0.92 - long, z + 0.04], 0.042)
    if (i % 2) cone(model, [x, arc - open * 0.9, z - 0.03], [x * 0.97, arc - open * 0.9 + long, z + 0.05], 0.042)
  }
  for (let i = 0; i < 10; i++) {
    const a = -1.3 + (2.6 * i) / 9
    const back = i % 2 ? -0.25 : 0.12
    const base: Point = [Math.sin(a) * 0.72, Math.cos(a) * 0.72 + 0.1, back]
    const out = next.between(0.42, 0.75)
    const tip: Point = [
      base[0] + Math.sin(a + next.between(-0.5, 0.5)) * out,
      base[1] + Math.cos(a) * out * 0.9 + 0.1,
      back + next.between(-0.05, 0.45),
    ]
    const mid: Point = [
      lerp(base[0], tip[0], 0.5) + next.between(-0.2, 0.2),
      lerp(base[1], tip[1], 0.55) + 0.05,
      lerp(base[2], tip[2], 0.5) - 0.12,
    ]
    model.add({
      mesh: loft(
        [
          [...base, 0.1],
          [...mid, 0.062],
          [...tip, 0.07],
        ] as Rib[],
        { sides: 14, steps: 26 },
      ),
      colour: (_u, v) => mix(coat, [20, 8, 16], 0.2 + 0.2 * Math.sin(v * 60)),
      surface: wet,
      word: 'beholder',
    })
    eyeball(model, [tip[0], tip[1] + 0.03, tip[2] + 0.05], 0.115, iris, [tip[0] * 0.5, 0.05, 1])
  }
  return { scale: 0.29, y: 0.56, turn: 0.5 }
}

/** Stone fitted to stone, a fire within. */
export const golem: Sculptor = (stage, model, { coat, iris }) => {
  const next = stage.chance('golem')
  const chip = stage.noise('stone')
  let part = 0
  const block = (at: Point, size: Point, lean = 0, word = 'golem') => {
    const seed = part++ * 11.3
    const m = ball([0, 0, 0], [1, 1, 1], { cols: 40, rows: 30 })
    const c = Math.cos(lean)
    const s = Math.sin(lean)
    const at2 = new Float32Array(m.at.length)
    for (let i = 0; i < m.at.length; i += 3) {
      const [x, y, z] = [m.at[i] as number, m.at[i + 1] as number, m.at[i + 2] as number]
      // A ball drawn out towards the corners of its box, then chipped.
      const p = 3.4
      const k = 1 / (Math.abs(x) ** p + Math.abs(y) ** p + Math.abs(z) ** p) ** (1 / p)
      const rough = 1 + 0.12 * fbm(chip, x * 2 + seed, y * 2 + z * 1.7, 3)
      const [bx, by, bz] = [x * k * rough * size[0], y * k * rough * size[1], z * k * rough * size[2]]
      at2.set([at[0] + bx * c - by * s, at[1] + bx * s + by * c, at[2] + bz], i)
    }
    const mesh = grid(40, 30, (u, v) => {
      const i = 3 * (Math.round(v * 30) * 41 + Math.round(u * 40))
      return [at2[i] as number, at2[i + 1] as number, at2[i + 2] as number]
    })
    model.add({
      mesh,
      colour: (_u, _v, [x, y, z]) => {
        const moss = smooth(0.1, 0.5, fbm(chip, x * 2.2 + 30, y * 2.2 + z, 3) + 0.2 * y)
        const crack = Math.abs(chip(x * 3.1 + seed, y * 3.1 + z * 2)) < 0.045 ? 0.6 : 0
        return mix(
          mix(mix(coat, [240, 235, 225], 0.14 * chip(x * 8, y * 8)), hex('#5a6a34'), 0.5 * moss),
          [16, 12, 14],
          crack,
        )
      },
      surface: { gloss: 0.06, rough: 0.5 },
      word,
    })
  }
  const tilt = next.between(-0.12, 0.12)
  block([0, 0.1, 0.12], [0.34, 0.36, 0.34], tilt)
  block([0, 0.24, 0.4], [0.36, 0.09, 0.12], tilt)
  block([0, -0.2, 0.3], [0.26, 0.12, 0.24], tilt)
  block([0, -0.75, -0.02], [0.72, 0.46, 0.42])
  block([0, -1.35, 0], [0.5, 0.32, 0.34])
  for (const side of [-1, 1]) {
    block([side * 0.86, -0.42, -0.02], [0.36, 0.34, 0.38], side * -0.3)
    block([side * 1.06, -0.98, 0.04], [0.23, 0.36, 0.25], side * 0.12)
    const up = next.chance(0.35)
    block([side * (up ? 1.24 : 1.1), up ? -0.5 : -1.52, up ? 0.5 : 0.2], [0.3, 0.36, 0.3], side * (up ? -0.4 : 0.05))
  }
  const ember = (at: Point, r: number) =>
    model.add({
      mesh: ball(at, [r * 1.3, r * 0.8, r], { cols: 12, rows: 8 }),
      colour: mix(iris, [255, 255, 220], 0.4),
      surface: { lamp: 1 },
      word: 'eye',
    })
  ember([-0.15, 0.1, 0.455], 0.052)
  ember([0.15, 0.1, 0.455], 0.052)
  ember([0, -0.72, 0.41], 0.07)
  for (let i = 0; i < 7; i++) {
    const a = i * 0.9 + next.between(-0.2, 0.2)
    const crack = Array.from({ length: 4 }, (_, k): Rib => {
      const r = 0.07 + 0.065 * k
      return [
        Math.sin(a + 0.25 * next.bell() * k * 0.3) * r,
        -0.72 + Math.cos(a) * r * 0.9,
        0.445 - 0.2 * r * r,
        0.014 - 0.003 * k,
      ]
    })
    model.add({
      mesh: loft(crack, { sides: 6, steps: 10 }),
      colour: mix(iris, [255, 230, 160], 0.3),
      surface: { lamp: 0.85 },
      word: 'rune',
    })
  }
  return { scale: 0.33, y: 0.42, turn: 0.6, foot: -1.9 }
}

/** Eight legs and a cluster of eyes. */
export const spider: Sculptor = (stage, model, { coat, iris }) => {
  const next = stage.chance('spider')
  const fur = stage.noise('fur')
  const hide = (_u: number, _v: number, [x, y, z]: Point): Rgb =>
    mix(coat, hex('#a0402a'), 0.55 * smooth(0.2, 0.5, fbm(fur, x * 4, y * 4 + z * 3, 2)))
  const bristle = (x: number, y: number, z: number) => 0.03 * fbm(fur, x * 14, y * 14 + z * 9, 2)
  model.add({
    mesh: ball([0, 0.42, -0.8], [0.62, 0.56, 0.72], { cols: 60, rows: 44, swell: bristle }),
    colour: hide,
    surface: { gloss: 0.35, rough: 0.5 },
    word: 'spider',
  })
  model.add({
    mesh: ball([0, 0, 0], [0.42, 0.32, 0.46], { cols: 50, rows: 36, swell: bristle }),
    colour: hide,
    surface: { gloss: 0.3, rough: 0.5 },
    word: 'spider',
  })
  for (const [x, y, z, r] of [
    [0.09, 0.12, 0.42, 0.082],
    [0.24, 0.14, 0.34, 0.06],
    [0.13, 0.25, 0.32, 0.045],
    [0.29, 0.24, 0.2, 0.04],
  ] as const)
    for (const side of [-1, 1])
      model.add({
        mesh: ball([x * side, y, z], [r, r, r], { cols: 16, rows: 12 }),
        colour: mix(iris, [10, 4, 8], 0.45),
        surface: { gloss: 1, metal: 0.4, lamp: 0.25 },
        word: 'eye',
      })
  for (const side of [-1, 1]) {
    model.add({
      mesh: loft(
        [
          [0.11 * side, -0.06, 0.4, 0.1],
          [0.13 * side, -0.24, 0.48, 0.085],
          [0.09 * side, -0.36, 0.44, 0.05],
        ] as Rib[],
        { sides: 12 },
      ),
      colour: mix(coat, [10, 6, 8], 0.3),
      surface: { gloss: 0.4, rough: 0.3 },
      word: 'spider',
    })
    cone(model, [0.09 * side, -0.34, 0.46], [0.03 * side, -0.56, 0.42], 0.045, hex('#3a1c18'), 'fang')
    for (let i = 0; i < 4; i++) {
      const a = 0.35 + i * 0.62 + next.between(-0.1, 0.1)
      const [dx, dz] = [Math.sin(a) * side, Math.cos(a)]
      const lift = next.between(0.5, 0.85) * (i === 0 && next.chance(0.5) ? 1.4 : 1)
      model.add({
        mesh: loft(
          [
            [dx * 0.3, 0, dz * 0.3, 0.085],
            [dx * 0.75, lift * 0.75, dz * 0.75 + 0.05, 0.08],
            [dx * 1.2, lift, dz * 1.1 + 0.08, 0.062],
            [dx * 1.55, 0.1, dz * 1.4 + 0.1, 0.05],
            [dx * 1.75, -0.9, dz * 1.55 + 0.1, 0.016],
          ] as Rib[],
          { sides: 10, steps: 36 },
        ),
        colour: (_u, v) => mix(coat, hex('#8a5a3a'), 0.5 * smooth(0.2, 0.5, Math.sin(v * 26))),
        surface: { gloss: 0.3, rough: 0.5 },
        word: 'spider',
      })
    }
  }
  return { scale: 0.27, y: 0.5, turn: 0.9, foot: -0.9, above: 0.28 }
}

/** A beetle as large as a horse: plates, mandibles, feelers, faceted eyes. */
export const insect: Sculptor = (stage, model, { coat, iris }) => {
  const next = stage.chance('insect')
  const shell: Surface = { gloss: 0.85, metal: 0.45 }
  const plate = stage.noise('plate')
  const sheen = (_u: number, v: number, [x, y]: Point): Rgb =>
    mix(coat, mix(iris, hex('#203050'), 0.4), 0.35 + 0.3 * plate(x * 3, y * 3) + 0.1 * Math.sin(v * 30))
  model.add({
    mesh: ball([0, 0.34, -0.95], [0.78, 0.62, 0.95], {
      cols: 60,
      rows: 44,
      swell: (x, y) => -0.05 * Math.exp(-((x / 0.03) ** 2)) * (y > 0 ? 1 : 0),
    }),
    colour: sheen,
    surface: shell,
    word: 'insect',
  })
  model.add({
    mesh: ball([0, 0.2, -0.14], [0.62, 0.46, 0.42], { cols: 50, rows: 36 }),
    colour: sheen,
    surface: shell,
    word: 'insect',
  })
  model.add({
    mesh: ball([0, 0, 0.32], [0.36, 0.28, 0.32], { cols: 44, rows: 32 }),
    colour: mix(coat, [16, 12, 16], 0.35),
    surface: shell,
    word: 'insect',
  })
  for (const side of [-1, 1]) {
    model.add({
      mesh: ball([0.31 * side, 0.06, 0.42], [0.135, 0.17, 0.15], {
        cols: 26,
        rows: 22,
        swell: (x, y) => 0.03 * Math.sin(x * 40) * Math.sin(y * 40),
      }),
      colour: mix(iris, [30, 10, 10], 0.35),
      surface: { gloss: 1, metal: 0.3, lamp: 0.2 },
      word: 'eye',
    })
    model.add({
      mesh: loft(
        [
          [0.13 * side, -0.14, 0.52, 0.07],
          [0.34 * side, -0.22, 0.72, 0.075],
          [0.3 * side, -0.26, 0.98, 0.05],
          [0.06 * side, -0.27, 1.08, 0.006],
        ] as Rib[],
        { sides: 10, steps: 24 },
      ),
      colour: hex('#2a1c18'),
      surface: { gloss: 0.8, metal: 0.3 },
      word: 'mandible',
    })
    model.add({
      mesh: loft(
        [
          [0.12 * side, 0.2, 0.52, 0.026],
          [0.3 * side, 0.62, 0.62, 0.02],
          [0.7 * side, 0.86, 0.75, 0.016],
          [1.05 * side, 0.7 + next.between(-0.2, 0.2), 1, 0.006],
        ] as Rib[],
        { sides: 8, steps: 40 },
      ),
      colour: (_u, v) => mix(coat, [10, 8, 10], 0.3 + 0.3 * Math.sin(v * 80)),
      surface: { gloss: 0.5 },
      word: 'antenna',
    })
    for (let i = 0; i < 3; i++) {
      const a = 0.75 + i * 0.75
      const [dx, dz] = [Math.sin(a) * side, Math.cos(a)]
      model.add({
        mesh: loft(
          [
            [dx * 0.4, 0, dz * 0.4 - 0.2, 0.1],
            [dx * 0.95, 0.42, dz * 0.8 - 0.1, 0.085],
            [dx * 1.3, 0.2, dz * 1.1, 0.062],
            [dx * 1.45, -0.45, dz * 1.2, 0.04],
            [dx * 1.7, -0.85, dz * 1.35 + 0.1, 0.012],
          ] as Rib[],
          { sides: 10, steps: 34 },
        ),
        colour: mix(coat, [14, 10, 12], 0.35),
        surface: shell,
        word: 'insect',
      })
    }
    if (next.chance(0.6))
      model.add({
        mesh: grid(14, 24, (s, t) => [
          side * (0.3 + 1.5 * t),
          0.75 + 0.75 * Math.sin(t * 1.9) - s * (0.62 - 0.3 * t),
          -0.6 - 0.5 * t - 0.3 * s,
        ]),
        colour: (u, v) =>
          mix(hex('#cfd8d0'), mix(iris, coat, 0.5), 0.35 + 0.4 * ((u * 7) % 1 < 0.1 || (v * 9) % 1 < 0.08 ? 1 : 0)),
        surface: { gloss: 0.7, soft: 0.8, lamp: 0.12 },
        word: 'wing',
      })
  }
  cone(model, [0, 0.16, 0.56], [0, 0.72, 0.98], 0.1, mix(coat, [30, 20, 20], 0.4), 'horn')
  return { scale: 0.27, y: 0.52, turn: 0.95, foot: -0.88, above: 0.3 }
}
