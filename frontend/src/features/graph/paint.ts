import type { Size, View } from '../../ui/viewport.ts'
import { arrowOf, edgeOf, type Tone, toneOf } from './edge.ts'
import { labelFont, shortened } from './GraphEdge.tsx'
import { neighboursOf, nodeSize, type Point } from './graph.ts'
import { isLegible, labelsAt, smallestLetters } from './labels.ts'
import type { Picture } from './SvgGraph.tsx'
import { weaveOf, weaveOpacity } from './weave.ts'
import { linesOf, nameFont, nameSize } from './words.ts'

/** Returns the colour of a design token in the current theme. */
export type Ink = (token: string) => string
export const inkOf = (element: Element): Ink => {
  const style = getComputedStyle(element)
  const known = new Map<string, string>()
  return (token) => {
    const color = known.get(token) ?? style.getPropertyValue(`--ll-${token}`).trim()
    known.set(token, color)
    return color
  }
}

/** Below this scale a node is a plate without a picture. */
const readable = 0.35
const tokens: Record<Tone, string> = { incoming: 'woad', outgoing: 'thread', plain: 'control' }

/** Returns a loaded image, undefined until then. */
export type PictureOf = (uri: string) => CanvasImageSource | undefined

interface Painting extends Picture {
  view: View
  stage: Size
  ink: Ink
  pictureOf: PictureOf
}

/** Draws the stage: all plain links as one path, then the selected node's links, then the nodes. */
export const paint = (
  context: CanvasRenderingContext2D,
  { drawn, places, selected, view, stage, ink, pictureOf }: Painting,
) => {
  const near = selected === null ? undefined : neighboursOf(drawn.links).get(selected)
  const [left, top] = [-view.x / view.scale, -view.y / view.scale]
  const [right, bottom] = [left + stage.width / view.scale, top + stage.height / view.scale]
  const isSeen = ({ x, y }: Point) =>
    x > left - nodeSize.width && x < right + nodeSize.width && y > top - nodeSize.height && y < bottom + nodeSize.height
  const mayCross = (a: Point, b: Point) =>
    Math.max(a.x, b.x) > left && Math.min(a.x, b.x) < right && Math.max(a.y, b.y) > top && Math.min(a.y, b.y) < bottom

  context.save()
  context.translate(view.x, view.y)
  context.scale(view.scale, view.scale)
  context.beginPath()
  const highlighted: { from: Point; to: Point; tone: Tone; label: string }[] = []
  for (const link of drawn.links) {
    const [from, to] = [places.get(link.source), places.get(link.target)]
    if (!from || !to || !mayCross(from, to)) continue
    const tone = toneOf(link, selected)
    if (tone !== 'plain') highlighted.push({ from, to, tone, label: link.label })
    else if (view.scale < readable) {
      context.moveTo(from.x, from.y)
      context.lineTo(to.x, to.y)
    } else {
      const edge = edgeOf(from, to)
      context.moveTo(edge.from.x, edge.from.y)
      context.quadraticCurveTo(edge.control.x, edge.control.y, edge.to.x, edge.to.y)
    }
  }
  context.strokeStyle = ink('control')
  context.globalAlpha = selected === null ? 0.5 : 0.25
  context.lineWidth = Math.max(1.25, 0.7 / view.scale)
  context.stroke()
  context.globalAlpha = 1
  for (const each of highlighted) paintEdge(context, each, ink, view.scale)
  for (const node of drawn.nodes) {
    const place = places.get(node.id)
    if (!place || !isSeen(place)) continue
    const isSelected = node.id === selected
    const [x, y] = [place.x - nodeSize.width / 2, place.y - nodeSize.height / 2]
    context.beginPath()
    if (view.scale < readable) context.rect(x, y, nodeSize.width, nodeSize.height)
    else context.roundRect(x, y, nodeSize.width, nodeSize.height, 7)
    // An opaque background hides lines behind a dimmed node.
    context.fillStyle = ink('body')
    context.fill()
    context.globalAlpha = selected === null || isSelected || near?.has(node.id) ? 1 : 0.5
    context.fillStyle = ink(isSelected ? 'overlay' : 'raised')
    context.fill()
    context.strokeStyle = ink(isSelected ? 'thread' : 'rule-strong')
    context.lineWidth = Math.max(isSelected ? 2 : 1, 0.7 / view.scale)
    context.stroke()
    if (view.scale >= readable) paintInside(context, node, { x, y }, ink, pictureOf)
    if (isLegible(view.scale)) paintName(context, node, { x, y }, ink)
    context.globalAlpha = 1
  }
  context.restore()
  paintLabels(context, { drawn, places, selected, view, ink })
}

const labelFontSmall = nameFont.replace(`${nameSize}px`, `${smallestLetters}px`)

/**
 * Draws names at the smallest size over nodes that are too small for their own, as many as fit. Does nothing if the nodes'
 * own names are legible.
 */
export const paintLabels = (
  context: CanvasRenderingContext2D,
  { drawn, places, selected, view, ink }: Picture & { view: View; ink: Ink },
) => {
  if (isLegible(view.scale)) return
  context.save()
  context.font = labelFontSmall
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3
  const widthOf = (text: string) => context.measureText(text).width
  for (const { text, x, y } of labelsAt(drawn, places, { scale: view.scale, selected, widthOf })) {
    context.strokeStyle = ink('raised')
    context.strokeText(text, view.x + x, view.y + y)
    context.fillStyle = ink('text')
    context.fillText(text, view.x + x, view.y + y)
  }
  context.restore()
}

const paintEdge = (
  context: CanvasRenderingContext2D,
  { from, to, tone, label }: { from: Point; to: Point; tone: Tone; label: string },
  ink: Ink,
  scale: number,
) => {
  const edge = edgeOf(from, to)
  context.beginPath()
  context.moveTo(edge.from.x, edge.from.y)
  context.quadraticCurveTo(edge.control.x, edge.control.y, edge.to.x, edge.to.y)
  context.strokeStyle = ink(tokens[tone])
  context.lineWidth = Math.max(2, 1 / scale)
  context.stroke()
  context.beginPath()
  for (const { x, y } of arrowOf(edge)) context.lineTo(x, y)
  context.fillStyle = ink(tokens[tone])
  context.fill()
  if (!label) return
  context.font = labelFont.replace(
    /[\d.]+px/,
    (size) => `${Math.max(Number.parseFloat(size), smallestLetters / scale)}px`,
  )
  context.textAlign = 'center'
  context.lineJoin = 'round'
  context.lineWidth = 6
  context.strokeStyle = ink('body')
  context.strokeText(shortened(label), edge.middle.x, edge.middle.y + 4)
  context.fillStyle = ink(tone === 'outgoing' ? 'accent-text' : tokens[tone])
  context.fillText(shortened(label), edge.middle.x, edge.middle.y + 4)
}

const paintInside = (
  context: CanvasRenderingContext2D,
  { id, imageUri }: { id: string; imageUri: string | null },
  { x, y }: Point,
  ink: Ink,
  pictureOf: PictureOf,
) => {
  const picture = imageUri ? pictureOf(imageUri) : undefined
  if (picture) context.drawImage(picture, x + 5, y + 5, 40, 40)
  else {
    context.fillStyle = ink('sunken')
    context.fillRect(x + 5, y + 5, 40, 40)
    const { globalAlpha } = context
    context.globalAlpha = globalAlpha * weaveOpacity
    for (const band of weaveOf(id)) {
      context.fillStyle = ink(band.colour)
      context.fillRect(x + 5 + band.x, y + 5 + band.y, band.width, band.height)
    }
    context.globalAlpha = globalAlpha
  }
}

const paintName = (context: CanvasRenderingContext2D, { name }: { name: string }, { x, y }: Point, ink: Ink) => {
  context.fillStyle = ink('text')
  context.font = nameFont
  context.textAlign = 'left'
  const lines = linesOf(name)
  for (const [n, line] of lines.entries()) context.fillText(line, x + 55, y + (lines.length === 1 ? 30 : 21 + n * 18))
}
