import { shippedWorkflows } from './comfyui-workflows.ts'
import type { Model } from './schema.ts'
import { Graph, missingPlaces, needed, type Workflow, type WorkflowName } from './workflow.ts'

type Workflows = Partial<Record<WorkflowName, Workflow>>

/** A model's own workflows, and then only those: what is shipped would not know how to load it. Otherwise the shipped ones. */
export function workflowsOf(
  { workflows }: Model,
  read: (file: string) => unknown,
  complain: (what: string) => void,
): Workflows {
  if (!workflows) return shippedWorkflows
  if (!workflows.words) complain('words is needed')
  const own: Workflows = {}
  for (const use of ['words', 'picture', 'mask'] as const) {
    const given = workflows[use]
    if (!given) continue
    const { success, data: graph } = Graph.safeParse(read(given.file))
    if (!success) {
      complain(`${use}.file must be a workflow of ComfyUI, saved in API format`)
      continue
    }
    const workflow = { graph, nodes: given.nodes }
    for (const what of needed[use]) if (!given.nodes[what]) complain(`${use}.nodes.${what} is needed`)
    for (const what of missingPlaces(workflow))
      complain(`${use}.nodes.${what} is ${given.nodes[what]}, which the workflow does not have`)
    own[use] = workflow
  }
  return own
}
