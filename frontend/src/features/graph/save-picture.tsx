import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { inkOf, paint } from './paint.ts'
import { GraphShapes, type Picture } from './SvgGraph.tsx'
import { boxOf } from './viewport.ts'

const margin = 60
/** Maximum number of a canvas's pixels, in the browsers with the lowest limit. */
const mostPixels = 16_000_000

const boundsOf = ({ places }: Picture) => {
  const { x, y, width, height } = boxOf(places) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin }
}

const downloadBlob = (blob: Blob, name: string) => {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name })
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Images of nodes as data URLs, by address; those that fail to load are omitted. */
const picturesOf = async ({ drawn }: Picture): Promise<Map<string, string>> => {
  const uris = new Set(drawn.nodes.flatMap(({ imageUri }) => imageUri ?? []))
  const read = async (uri: string): Promise<[string, string][]> => {
    const answer = await fetch(`${uri}?w=320`)
    if (!answer.ok) return []
    const blob = await answer.blob()
    const { promise, resolve } = Promise.withResolvers<string>()
    const reader = Object.assign(new FileReader(), { onload: () => resolve(String(reader.result)) })
    reader.readAsDataURL(blob)
    return [[uri, await promise]]
  }
  return new Map((await Promise.all([...uris].map((uri) => read(uri).catch(() => [])))).flat())
}

/** Saves the whole graph as a self-contained SVG file, which refers neither to style sheets nor to this server. */
export const saveSvg = async (picture: Picture, stage: Element, name: string): Promise<void> => {
  const { x, y, width, height } = boundsOf(picture)
  const host = document.createElement('div')
  const root = createRoot(host)
  const ink = inkOf(stage)
  const inlined = await picturesOf(picture)
  flushSync(() =>
    root.render(
      <svg xmlns="http://www.w3.org/2000/svg" viewBox={`${x} ${y} ${width} ${height}`} width={width} height={height}>
        <title>{name}</title>
        <rect x={x} y={y} width={width} height={height} fill="var(--ll-body)" />
        <GraphShapes {...picture} />
      </svg>,
    ),
  )
  for (const image of host.querySelectorAll('image')) {
    const data = inlined.get((image.getAttribute('href') ?? '').replace(/\?w=320$/, ''))
    if (data) image.setAttribute('href', data)
    else image.remove()
  }
  for (const ours of host.querySelectorAll('[data-node]'))
    for (const attribute of ['data-node', 'role', 'tabindex', 'aria-pressed', 'class']) ours.removeAttribute(attribute)
  const svg = new XMLSerializer().serializeToString(host.firstElementChild ?? host)
  root.unmount()
  const text = svg.replaceAll(/var\(--ll-([\w-]+)\)/g, (_all, token: string) => ink(token))
  downloadBlob(new Blob([text], { type: 'image/svg+xml' }), `${name}.svg`)
}

/** Saves the whole graph as a PNG file at twice its full size, or smaller to stay within `mostPixels`. */
export const savePng = async (picture: Picture, stage: Element, name: string): Promise<void> => {
  const { x, y, width, height } = boundsOf(picture)
  const scale = Math.min(2, Math.sqrt(mostPixels / (width * height)))
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  const ink = inkOf(stage)
  context.fillStyle = ink('body')
  context.fillRect(0, 0, size.width, size.height)
  const images = new Map<string, CanvasImageSource>()
  for (const [uri, data] of await picturesOf(picture)) {
    const image = Object.assign(new Image(), { src: data })
    await image.decode().then(
      () => images.set(uri, image),
      () => undefined,
    )
  }
  const view = { x: -x * scale, y: -y * scale, scale }
  paint(context, { ...picture, view, stage: size, ink, pictureOf: (uri) => images.get(uri) })
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The canvas gave no picture')
  downloadBlob(blob, `${name}.png`)
}
