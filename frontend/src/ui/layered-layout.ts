import elkApi, { type ElkNode, type ElkPort } from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import { type LayeredInput, type LayeredLayout, linkKey } from './layered.ts'

/** Options of Eclipse Layout Kernel's layered algorithm; lengths are pixels. `thoroughness` 1 keeps 300 nodes below a second. */
const layoutOptions = ({
  layerGap,
  nodeGap,
  aspectRatio,
  isDown,
  isOrdered,
}: LayeredInput): Record<string, string> => ({
  'elk.algorithm': 'layered',
  'elk.direction': isDown ? 'DOWN' : 'RIGHT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.aspectRatio': String(aspectRatio),
  'elk.randomSeed': '1',
  'elk.padding': '[top=6,left=6,bottom=6,right=6]',
  'elk.layered.thoroughness': '1',
  'elk.layered.considerModelOrder.strategy': isOrdered ? 'NODES_AND_EDGES' : 'NONE',
  'elk.spacing.nodeNode': String(nodeGap),
  'elk.spacing.portPort': '4',
  'elk.spacing.componentComponent': String(2.5 * nodeGap),
  'elk.layered.spacing.nodeNodeBetweenLayers': String(layerGap),
})

/** Ports of the links with a thickness, by node id. Other links are attached without ports. */
const portsOf = ({ links }: LayeredInput): Map<string, ElkPort[]> => {
  const ports = new Map<string, ElkPort[]>()
  const add = (node: string, id: string, side: string, thickness: number) => {
    const isBelow = side === 'SOUTH'
    const port = {
      id,
      width: isBelow ? thickness : 0,
      height: isBelow ? 0 : thickness,
      layoutOptions: { 'elk.port.side': side },
    }
    ports.set(node, [...(ports.get(node) ?? []), port])
  }
  for (const [n, { source, target, thickness, isBack }] of links.entries()) {
    if (thickness === undefined) continue
    add(source, `${n} out`, isBack ? 'SOUTH' : 'EAST', thickness)
    add(target, `${n} in`, isBack ? 'SOUTH' : 'WEST', thickness)
  }
  return ports
}

export const elkGraphOf = (input: LayeredInput): ElkNode => {
  const ports = portsOf(input)
  const ids = new Set(input.nodes.map(({ id }) => id))
  return {
    id: 'graph',
    layoutOptions: layoutOptions(input),
    children: input.nodes.map(({ id, width, height, isLast }) => {
      const options: Record<string, string> = {}
      if (isLast) options['elk.layered.layering.layerConstraint'] = 'LAST'
      if (ports.has(id)) options['elk.portConstraints'] = 'FIXED_SIDE'
      return { id, width, height, ports: ports.get(id) ?? [], layoutOptions: options }
    }),
    edges: input.links.flatMap(({ source, target, thickness, isBack }, n) => {
      if (!ids.has(source) || !ids.has(target)) return []
      const [from, to] = thickness === undefined ? [source, target] : [`${n} out`, `${n} in`]
      // A link that leads back is laid out in reverse, so that it never decides the order of the layers.
      return [{ id: String(n), sources: [isBack ? to : from], targets: [isBack ? from : to] }]
    }),
  }
}

export const layoutOf = (
  { links, isDown }: LayeredInput,
  { width = 0, height = 0, children = [], edges = [] }: ElkNode,
): LayeredLayout => ({
  isDown,
  width,
  height,
  boxes: new Map(children.map(({ id, x = 0, y = 0, width = 0, height = 0 }) => [id, { x, y, width, height }])),
  routes: new Map(
    edges.flatMap(({ id, sections = [] }) => {
      const link = links[Number(id)]
      const corners = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
        startPoint,
        ...bendPoints,
        endPoint,
      ])
      return link ? [[linkKey(link), link.isBack ? corners.reverse() : corners] as const] : []
    }),
  ),
})

/** Starts the layered layout in a worker of its own. The worker's file is shipped unmodified, as its licence requires. */
export const startLayeredLayout = () => {
  // elkjs reports errors of a layout, but waits forever for a worker that could not be loaded.
  const unloaded = Promise.withResolvers<never>()
  unloaded.promise.catch(() => undefined)
  const startWorker = () => {
    const worker = new Worker(workerUrl)
    worker.addEventListener('error', () => unloaded.reject(new Error('The layout program could not be loaded')))
    return worker
  }
  const elk = new elkApi.default({ workerFactory: startWorker })
  return {
    /** Places nodes in layers, so that most links lead from one layer to the next. */
    layOut: async (input: LayeredInput): Promise<LayeredLayout> =>
      layoutOf(input, await Promise.race([elk.layout(elkGraphOf(input)), unloaded.promise])),
    /** Ends the worker. Layouts that are in progress fail. */
    stop() {
      unloaded.reject(new Error('The layout was stopped'))
      elk.terminateWorker()
    },
  }
}
