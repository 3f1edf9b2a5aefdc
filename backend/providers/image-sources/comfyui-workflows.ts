import type { Workflow, WorkflowName } from './workflow.ts'
import mask from './workflows/mask.json' with { type: 'json' }
import picture from './workflows/picture.json' with { type: 'json' }
import words from './workflows/words.json' with { type: 'json' }

const nodes = {
  prompt: '6.text',
  negative: '7.text',
  seed: '3.seed',
  denoise: '3.denoise',
  checkpoint: '4.ckpt_name',
  width: '5.width',
  height: '5.height',
  image: '10.image',
  mask: '11.image',
}
const { width, height, image, mask: maskPlace, ...always } = nodes

/**
 * Default workflows for Stable Diffusion with built-in nodes. They use previews instead of saving, so that no files
 * accumulate on the server.
 */
export const shippedWorkflows: Record<WorkflowName, Workflow> = {
  words: { graph: words, nodes: { ...always, width, height } },
  picture: { graph: picture, nodes: { ...always, image } },
  mask: { graph: mask, nodes: { ...always, image, mask: maskPlace } },
}
