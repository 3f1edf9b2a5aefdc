import {
  BufferGeometry,
  CircleGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
} from 'three'
import type { Figure } from './figure.ts'

/** Millimetres. */
const gridStep = 10
const coin = { radius: 12, thickness: 1.8 }
const marks = 72

interface Disposable {
  object: Group
  dispose: () => void
}

const lines = (points: readonly number[], material: LineBasicMaterial) => {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(points, 3))
  return new LineSegments(geometry, material)
}

const asDisposable = (parts: readonly (Mesh | LineSegments)[], materials: readonly Material[]): Disposable => {
  const object = new Group()
  object.add(...parts)
  return {
    object,
    dispose() {
      for (const { geometry } of parts) geometry.dispose()
      for (const material of materials) material.dispose()
    },
  }
}

/** A shadow that fades to the outside, and a ring of marks. They stand still while the figure turns. */
export const createGround = ({ radius }: Figure, colour: string): Disposable => {
  const shadow = new CircleGeometry(1, 48)
  const alpha = Array.from({ length: shadow.getAttribute('position').count }, (_, n) =>
    n === 0 ? [0, 0, 0, 0.55] : [0, 0, 0, 0],
  )
  shadow.setAttribute('color', new Float32BufferAttribute(alpha.flat(), 4))
  const shade = new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false })
  const disc = new Mesh(shadow, shade)
  disc.rotation.x = -Math.PI / 2
  disc.position.y = -0.004
  disc.scale.setScalar(radius * 1.7)
  const pen = new LineBasicMaterial({ color: colour, transparent: true, opacity: 0.55 })
  const points = Array.from({ length: marks }, (_, n) => {
    const angle = (n / marks) * 2 * Math.PI
    const [inner, outer] = [radius * 1.45, radius * (n % 6 === 0 ? 1.68 : 1.56)]
    const [x, z] = [Math.cos(angle), Math.sin(angle)]
    return [x * inner, 0, z * inner, x * outer, 0, z * outer]
  })
  return asDisposable([disc, lines(points.flat(), pen)], [shade, pen])
}

/** A grid with a line every 10 mm, a ruler as high as the figure, and a coin of 24 mm. */
export const createGrid = (
  { radius, height, unitsPerMm }: Figure,
  colours: { line: string; coin: string },
): Disposable => {
  const step = gridStep * unitsPerMm
  const half = Math.ceil((radius * 1.5) / step)
  const edge = half * step
  const pen = new LineBasicMaterial({ color: colours.line, transparent: true, opacity: 0.4 })
  const points: number[] = []
  for (let n = -half; n <= half; n++)
    points.push(n * step, 0, -edge, n * step, 0, edge, -edge, 0, n * step, edge, 0, n * step)
  const ruler = new LineBasicMaterial({ color: colours.line })
  const x = -radius * 1.15
  const ticks = [x, 0, 0, x, height, 0]
  for (let y = 0; y <= height + 1e-6; y += step) ticks.push(x, y, 0, x + step / 4, y, 0)
  ticks.push(x, height, 0, x + step / 2, height, 0)
  const metal = new MeshStandardMaterial({ color: colours.coin, metalness: 0.3, roughness: 0.5 })
  const disc = new Mesh(new CylinderGeometry(coin.radius, coin.radius, coin.thickness, 48), metal)
  disc.scale.setScalar(unitsPerMm)
  // Behind the figure, where it covers nothing.
  disc.position.set(
    radius * 0.3 + coin.radius * unitsPerMm * 0.6,
    (coin.thickness / 2) * unitsPerMm,
    -radius - coin.radius * unitsPerMm,
  )
  return asDisposable([lines(points, pen), lines(ticks, ruler), disc], [pen, ruler, metal])
}

/** The top of the ruler, where the figure's height is written. */
export const rulerTop = ({ radius, height }: Figure): [number, number, number] => [-radius * 1.15, height, 0]
