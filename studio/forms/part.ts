/** What a part is made of: `main` takes the material that the prompt names. */
export type Stuff = 'main' | 'trim' | 'wood' | 'leather' | 'gem' | 'bone' | 'cloth' | 'dark' | 'paper'

export interface Part {
  d: string
  of: Stuff
  /** Width of the rounded or chiselled edge, in the same unit. */
  bevel: number
  chisel?: true
}

export const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}A${r} ${r} 0 1 0 ${x + r} ${y}A${r} ${r} 0 1 0 ${x - r} ${y}Z`
export const hoop = (x: number, y: number, r: number, hole: number): string =>
  `${disc(x, y, r)}M${x - hole} ${y}A${hole} ${hole} 0 1 1 ${x + hole} ${y}A${hole} ${hole} 0 1 1 ${x - hole} ${y}Z`
export const bar = (x: number, y: number, w: number, h: number): string => `M${x} ${y}h${w}v${h}h${-w}Z`

export const star = (points: number, inner: number, size = 0.95, x = 0, y = 0): string =>
  `${Array.from({ length: points * 2 }, (_, i) => {
    const a = (i / points) * Math.PI - Math.PI / 2
    const r = size * (i % 2 ? inner : 1)
    return `${i ? 'L' : 'M'}${(x + Math.cos(a) * r).toFixed(3)} ${(y + Math.sin(a) * r).toFixed(3)}`
  }).join('')}Z`
