import elkApi from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import { nodeSize } from '../graph.ts'
import type { Coordinates } from './apart.ts'
import type { LayoutInput } from './layout.ts'

/** Options of Eclipse Layout Kernel's layered algorithm; lengths are pixels. `thoroughness` 1 keeps 300 nodes below a second. */
const layoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.aspectRatio': '1.6',
  'elk.randomSeed': '1',
  'elk.layered.thoroughness': '1',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.componentComponent': '70',
  'elk.layered.spacing.nodeNodeBetweenLayers': '150',
}

/** Starts the layered layout in a worker of its own. The worker's file is shipped unmodified, as its licence requires. */
export const startLayers = () => {
  const elk = new elkApi.default({ workerFactory: () => new Worker(workerUrl) })
  return {
    /** Places nodes in layers from left to right, so that most links lead to the right. Returns the middles of the nodes. */
    async layOut({ count, links }: Pick<LayoutInput, 'count' | 'links'>): Promise<Coordinates> {
      const children = Array.from({ length: count }, (_, n) => ({ id: String(n), ...nodeSize }))
      const edges = links.map(([source, target], n) => ({
        id: `link ${n}`,
        sources: [String(source)],
        targets: [String(target)],
      }))
      const laidOut = await elk.layout({ id: 'graph', layoutOptions, children, edges })
      const middles = new Float64Array(2 * count)
      for (const { id, x = 0, y = 0 } of laidOut.children ?? [])
        middles.set([x + nodeSize.width / 2, y + nodeSize.height / 2], 2 * Number(id))
      return middles
    },
    stop: () => elk.terminateWorker(),
  }
}
