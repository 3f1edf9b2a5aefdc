import type { Viewport } from '../../../ui/viewport.ts'
import type { Mask } from './mask.ts'
import { type Area, united } from './stroke.ts'

/** Width of the edge in screen pixels. */
const edge = 1.5
/** Margin in device pixels that is redrawn around a change, so that its edge is complete. */
const around = 4

const canvasOf = (width: number, height: number) => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws nothing on a canvas')
  return { canvas, context }
}

/** Creates the pattern of the mask: amber over brown with a cream hatch, visible on any image, unlike a flat tint. */
const tint = (ratio: number): HTMLCanvasElement => {
  const side = Math.round(10 * ratio)
  const { canvas, context } = canvasOf(side, side)
  context.fillStyle = 'rgb(74 42 12 / 34%)'
  context.fillRect(0, 0, side, side)
  context.fillStyle = 'rgb(230 173 88 / 40%)'
  context.fillRect(0, 0, side, side)
  context.strokeStyle = 'rgb(255 240 214 / 70%)'
  context.lineWidth = 1.4 * ratio
  for (const shift of [-side, 0, side]) {
    context.beginPath()
    context.moveTo(shift - side / 2, side * 1.5)
    context.lineTo(shift + side * 1.5, -side / 2)
    context.stroke()
  }
  return canvas
}

/** Creates the pattern of the edge: a checkerboard of saffron and near-black, which looks dashed. */
const dashes = (ratio: number): HTMLCanvasElement => {
  const half = Math.round(6 * ratio)
  const { canvas, context } = canvasOf(half * 2, half * 2)
  context.fillStyle = '#14110e'
  context.fillRect(0, 0, half * 2, half * 2)
  context.fillStyle = '#e6ad58'
  context.fillRect(0, 0, half, half)
  context.fillRect(half, half, half, half)
  return canvas
}

const patterned = (context: CanvasRenderingContext2D, drawing: HTMLCanvasElement, turn: number): CanvasPattern => {
  const pattern = context.createPattern(drawing, 'repeat')
  if (!pattern) throw new Error('This browser draws no patterns')
  pattern.setTransform(new DOMMatrix().rotate(turn))
  return pattern
}

/** Creates an image of the mask, with the mask's bytes as its alpha. `paintedArea` encloses all painted pixels. */
const createLayer = (mask: Mask) => {
  const { canvas, context } = canvasOf(mask.width, mask.height)
  let painted: Area | undefined
  return {
    canvas,
    paintedArea: () => painted,
    /** Copies an area of the mask. */
    update({ left, top, right, bottom }: Area) {
      const pixels = new ImageData(right - left, bottom - top)
      let some = 0
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++)
          some |= pixels.data[((y - top) * (right - left) + x - left) * 4 + 3] = mask.bytes[y * mask.width + x] ?? 0
      context.putImageData(pixels, left, top)
      if (some) painted = united(painted, { left, top, right, bottom })
      else if (right - left === mask.width && bottom - top === mask.height) painted = undefined
    },
  }
}

/** Clears a rectangle, and clips all drawing to it until `restore`. */
const clipTo = (on: CanvasRenderingContext2D, x: number, y: number, width: number, height: number) => {
  on.save()
  on.beginPath()
  on.rect(x, y, width, height)
  on.clip()
  on.clearRect(x, y, width, height)
}

interface PenOptions {
  context: CanvasRenderingContext2D
  layer: HTMLCanvasElement
  viewport: Viewport
  ratio: number
}

/** Creates a pen that draws the layer on the stage: tinted, with a dashed edge. */
const createPen = ({ context, layer, viewport, ratio }: PenOptions) => {
  const { canvas } = context
  const tinted = canvasOf(1, 1)
  const edging = patterned(context, dashes(ratio), 27)
  const filling = patterned(tinted.context, tint(ratio), 0)

  const drawLayer = (on: CanvasRenderingContext2D, dx = 0, dy = 0) => {
    const { x, y, scale } = viewport.get()
    on.setTransform(scale * ratio, 0, 0, scale * ratio, x * ratio + dx, y * ratio + dy)
    on.drawImage(layer, 0, 0)
    on.resetTransform()
  }
  /** Draws the layer shifted in four directions, and cuts the layer itself out. */
  const drawEdge = (x: number, y: number, width: number, height: number) => {
    const reach = edge * ratio
    for (const [dx, dy] of [
      [-reach, -reach],
      [reach, -reach],
      [-reach, reach],
      [reach, reach],
    ] as const)
      drawLayer(context, dx, dy)
    context.globalCompositeOperation = 'source-in'
    context.fillStyle = edging
    context.fillRect(x, y, width, height)
    context.globalCompositeOperation = 'destination-out'
    drawLayer(context)
  }
  const drawTint = (x: number, y: number, width: number, height: number) => {
    clipTo(tinted.context, x, y, width, height)
    drawLayer(tinted.context)
    tinted.context.globalCompositeOperation = 'source-in'
    tinted.context.fillStyle = filling
    tinted.context.fillRect(x, y, width, height)
    tinted.context.restore()
    context.globalCompositeOperation = 'source-over'
    context.drawImage(tinted.canvas, x, y, width, height, x, y, width, height)
  }

  return {
    /** Adapts the canvases to the stage's size, in device pixels. */
    resize(width: number, height: number) {
      if (canvas.width !== width || canvas.height !== height)
        for (const each of [canvas, tinted.canvas]) Object.assign(each, { width, height })
    },
    /** Redraws an area of the stage, in device pixels. */
    draw({ left: x, top: y, right, bottom }: Area) {
      const [width, height] = [right - x, bottom - y]
      if (width <= 0 || height <= 0) return
      clipTo(context, x, y, width, height)
      drawEdge(x, y, width, height)
      drawTint(x, y, width, height)
      context.restore()
    },
  }
}

/**
 * Draws a mask over its image, at most once per frame: only the changed area after a stroke, all of it after the view
 * moved. Returns a function that stops it.
 */
export const paintMask = (canvas: HTMLCanvasElement, mask: Mask, viewport: Viewport): (() => void) => {
  const context = canvas.getContext('2d')
  if (!context) return () => undefined
  const ratio = devicePixelRatio
  const layer = createLayer(mask)
  const pen = createPen({ context, layer: layer.canvas, viewport, ratio })
  let changed: Area | undefined = { left: 0, top: 0, right: mask.width, bottom: mask.height }
  let isMoved = true
  let frame = 0

  /** Converts an area into device pixels of the stage. */
  const onStage = ({ left, top, right, bottom }: Area): Area => {
    const { x, y, scale } = viewport.get()
    return {
      left: Math.max(0, Math.floor((left * scale + x) * ratio) - around),
      top: Math.max(0, Math.floor((top * scale + y) * ratio) - around),
      right: Math.min(canvas.width, Math.ceil((right * scale + x) * ratio) + around),
      bottom: Math.min(canvas.height, Math.ceil((bottom * scale + y) * ratio) + around),
    }
  }
  const show = () => {
    frame = 0
    const stage = viewport.stage()
    const [width, height] = [Math.round(stage.width * ratio), Math.round(stage.height * ratio)]
    pen.resize(width, height)
    if (changed) layer.update(changed)
    if (isMoved) context.clearRect(0, 0, width, height)
    const area = isMoved ? layer.paintedArea() : changed
    if (area) pen.draw(onStage(area))
    changed = undefined
    isMoved = false
  }
  const requestFrame = () => {
    frame ||= requestAnimationFrame(show)
  }
  const unlisten = [
    mask.listen((area) => {
      if (area.right > area.left) changed = united(changed, area)
      requestFrame()
    }),
    viewport.listen(() => {
      isMoved = true
      requestFrame()
    }),
  ]
  requestFrame()
  return () => {
    for (const stop of unlisten) stop()
    cancelAnimationFrame(frame)
  }
}
