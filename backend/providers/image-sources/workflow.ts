import { z } from 'zod'
import type { WorkflowPlaces } from './schema.ts'

/** A workflow of ComfyUI in its API format: nodes by id, whose inputs are values or another node's output. */
export const Graph = z.record(
  z.string(),
  z.looseObject({ class_type: z.string(), inputs: z.record(z.string(), z.json()) }),
  { error: 'must be a workflow of ComfyUI, saved in API format' },
)
export type Graph = z.infer<typeof Graph>

/** Inputs of a workflow: a prompt; a prompt and a picture; a prompt, a picture and a mask. */
export type WorkflowName = 'words' | 'picture' | 'mask'

export interface Workflow {
  graph: Graph
  nodes: WorkflowPlaces
}

/** Required places of each kind of workflow. */
export const needed: Record<WorkflowName, readonly (keyof WorkflowPlaces)[]> = {
  words: ['prompt', 'seed'],
  picture: ['prompt', 'seed', 'image'],
  mask: ['prompt', 'seed', 'image', 'mask'],
}

/** Returns the names of the places that the graph does not have. */
export const missingPlaces = ({ graph, nodes }: Workflow): (keyof WorkflowPlaces)[] =>
  (Object.entries(nodes) as [keyof WorkflowPlaces, string][]).flatMap(([what, place]) => {
    const { node, input } = partsOf(place)
    return graph[node] && input in graph[node].inputs ? [] : [what]
  })

/** Returns the graph with the values in their places. Values without a place in the workflow are omitted. */
export const filled = (
  { graph, nodes }: Workflow,
  values: Partial<Record<keyof WorkflowPlaces, string | number>>,
): Graph =>
  set(
    graph,
    Object.fromEntries(
      Object.entries(values).flatMap(([what, value]) => {
        const place = nodes[what as keyof WorkflowPlaces]
        return place === undefined ? [] : [[place, value]]
      }),
    ),
  )

/** Returns a copy of the graph with inputs replaced, by place. Missing nodes are ignored. */
export function set(graph: Graph, inputs: Readonly<Record<string, z.core.util.JSONType>>): Graph {
  const next = structuredClone(graph)
  for (const [place, value] of Object.entries(inputs)) {
    const { node, input } = partsOf(place)
    const at = next[node]
    if (at) at.inputs[input] = value
  }
  return next
}

const partsOf = (place: string): { node: string; input: string } => {
  const dot = place.lastIndexOf('.')
  return { node: place.slice(0, dot), input: place.slice(dot + 1) }
}
