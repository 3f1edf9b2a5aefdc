import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix } from '../colour.ts'
import { type Stage, sheet } from '../stage.ts'
import type { Flame } from './furniture/piece.ts'
import type { Someone } from './plan.ts'
import { type Camera, project } from './space.ts'
import type { Depth } from './trace.ts'

// Outlines in metres, y downwards, with the feet or the seat at the origin. A head is x, y and radius.
const poses: Record<Someone['pose'], { body: string; head: [number, number, number] }> = {
  standing: {
    body: 'M-.2 0C-.2 -.3 -.2 -.6 -.19 -.86C-.27 -.9 -.3 -.86 -.3 -.74C-.34 -.98 -.32 -1.3 -.22 -1.42C-.14 -1.47 -.08 -1.48 -.06 -1.53L.06 -1.53C.08 -1.48 .16 -1.46 .23 -1.4C.31 -1.28 .36 -1.1 .4 -.94L.33 -.9C.29 -1 .26 -1.08 .22 -1.14C.2 -.98 .2 -.9 .2 -.84C.22 -.5 .22 -.3 .23 0L.06 0L.02 -.66L-.04 0Z',
    head: [0, -1.63, 0.115],
  },
  sitting: {
    body: 'M-.24 0C-.27 -.2 -.27 -.42 -.22 -.54C-.14 -.6 -.07 -.61 -.05 -.66L.06 -.66C.08 -.6 .16 -.58 .22 -.52C.3 -.42 .36 -.34 .44 -.3L.42 -.2C.32 -.22 .26 -.26 .22 -.32L.23 -.1C.3 -.08 .36 -.06 .38 0Z',
    head: [0.02, -0.77, 0.115],
  },
  robed: {
    body: 'M-.29 0C-.3 -.26 -.25 -.62 -.24 -.9C-.27 -1.1 -.25 -1.3 -.17 -1.41C-.14 -1.46 -.15 -1.52 -.15 -1.6C-.14 -1.74 -.06 -1.8 .03 -1.79C.12 -1.77 .17 -1.69 .17 -1.6C.17 -1.54 .15 -1.49 .12 -1.45C.22 -1.4 .27 -1.26 .29 -1.08C.32 -.98 .36 -.94 .4 -.92L.37 -.84C.31 -.84 .27 -.86 .25 -.88C.26 -.6 .3 -.26 .3 0C.2 .02 .1 -.01 0 .01C-.1 -.01 -.2 .02 -.29 0Z',
    head: [0.09, -1.6, 0.075],
  },
}
const cloths = ['#4a3426', '#33363a', '#4c2a26', '#3a3f2c', '#4a3c24', '#3c2a22']

/** Draws silhouettes with an edge lit by the nearest flame; nearer objects hide them. */
export const people = (
  stage: Stage,
  camera: Camera,
  depth: Depth,
  list: readonly Someone[],
  flames: readonly Flame[],
): void => {
  const { w, h, pen } = stage
  const next = stage.chance('people')
  for (const someone of list.toSorted((a, b) => b.z - a.z)) {
    const { x, y, z, pose, facing, tall = 1.75, crowned } = someone
    const [px, foot] = project(camera, x, y, z)
    const metre = (camera.focal / z) * (tall / 1.75)
    const part = sheet(stage, metre * 1.4, metre * 2.3)
    const left = Math.round(px - part.canvas.width / 2)
    const top = Math.round(foot - metre * 2.15)
    const near = flames.toSorted((a, b) => (a.x - x) ** 2 + (a.z - z) ** 2 - (b.x - x) ** 2 - (b.z - z) ** 2)[0]
    const side = near && Math.abs(near.x - x) > 0.15 ? Math.sign(near.x - x) : stage.sun.side
    const away = near ? Math.hypot(near.x - x, near.z - z) : 9
    const glowing = Math.max(0.12, 1 / (1 + 0.22 * away * away)) * (near ? 1 : 0.6)
    const cloth = mix(hex(next.pick(cloths)), stage.palette.near, 0.12)
    const rim = mix(cloth, near ? hex('#ffb765') : stage.palette.light, 0.62 * Math.sqrt(glowing))
    const own = part.pen
    own.translate(px - left, foot - top)
    own.scale(metre, metre)
    const shade = own.createLinearGradient(-0.32 * side, 0, 0.32 * side, 0)
    shade.addColorStop(0, css(mix(cloth, [0, 0, 0], 0.45)))
    shade.addColorStop(0.55, css(cloth))
    shade.addColorStop(0.86, css(mix(cloth, rim, 0.5)))
    shade.addColorStop(1, css(rim))
    own.scale(facing, 1)
    own.fillStyle = shade
    const { body, head } = poses[pose]
    own.fill(new Path2D(body))
    const skin = mix(mix(hex('#8a5c42'), stage.palette.near, 0.45), hex('#ffc080'), 0.35 * glowing)
    own.fillStyle = css(pose === 'robed' ? mix(skin, [0, 0, 0], 0.55) : skin)
    own.beginPath()
    own.ellipse(head[0], head[1], head[2] * 0.86, head[2] * 1.12, 0, 0, 7)
    own.fill()
    if (pose !== 'robed') {
      own.fillStyle = css(mix(hex(next.pick(['#2a1c14', '#5a3a20', '#8a8078', '#1c1614'])), stage.palette.near, 0.3))
      own.beginPath()
      own.ellipse(head[0] - 0.03, head[1] - 0.035, head[2] * 0.92, head[2] * 1.02, 0.2, 2.4, 5.9)
      own.fill()
    }
    if (crowned) {
      own.fillStyle = css(hex('#d8a840'))
      own.fill(new Path2D('M-.11 -.86L-.12 -1L-.06 -.93L.02 -1.03L.08 -.93L.15 -1L.14 -.86Z'))
    }
    hide(part.pen, left, top, depth, w, h, z)
    pen.drawImage(part.canvas, left, top)
  }
}

type Pen = Stage['pen']

/** Clears the pixels of a figure at distance `z` that nearer objects hide. */
const hide = (own: Pen, left: number, top: number, depth: Depth, w: number, h: number, z: number): void => {
  own.setTransform(1, 0, 0, 1, 0, 0)
  const image = own.getImageData(0, 0, own.canvas.width, own.canvas.height)
  for (let y = 0; y < image.height; y++)
    for (let x = 0; x < image.width; x++) {
      const [px, py] = [left + x, top + y]
      if (px < 0 || py < 0 || px >= w || py >= h || (depth[py * w + px] as number) < z - 0.12)
        image.data[4 * (y * image.width + x) + 3] = 0
    }
  own.putImageData(image, 0, 0)
}
