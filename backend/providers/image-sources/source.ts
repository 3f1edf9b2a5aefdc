import { isIP } from 'node:net'
import type { z } from 'zod'
import type { EditTool } from '#domain/image-edit-tools.ts'
import type { ImageModel, Source } from '#domain/image-models.ts'
import { credentialsIn } from '../../platform/masked-address.ts'
import { configuredModel, fixedPromptWords } from './model.ts'
import { type Kind, Model, type SourceEntry } from './schema.ts'
import { Graph, missingPlaces, needed, type Workflow, type WorkflowName } from './workflow.ts'
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
const shippedWorkflows: Record<WorkflowName, Workflow> = {
  words: { graph: words, nodes: { ...always, width, height } },
  picture: { graph: picture, nodes: { ...always, image } },
  mask: { graph: mask, nodes: { ...always, image, mask: maskPlace } },
}

type Workflows = Partial<Record<WorkflowName, Workflow>>

/** Returns a model's own workflows, or else all default ones. The two are not mixed: a default workflow could not load such a model. */
function workflowsOf(
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

/** A model of a source: its description for users, and its request parameters. */
export interface SourceModel {
  /** The source's name for the model; empty for the model that it has loaded, or for its first. */
  model: string
  shown: ImageModel
  sizes: readonly { width: number; height: number }[] | undefined
  /** Prompt additions by style. */
  styles: Readonly<Record<string, string>>
  options: Readonly<Record<string, z.core.util.JSONType>>
  workflows: Readonly<Partial<Record<WorkflowName, Workflow>>>
}

/** A source of pictures that the operator configured, with its key. */
export interface ImageSource {
  kind: Kind
  id: string
  name: string
  url: string
  at: Exclude<Source, 'here'>
  key: string | undefined
  /** The setting to check if the source refuses access. */
  setting: string
  models: readonly SourceModel[]
  edits:
    | {
        model: string | undefined
        tools: readonly EditTool[] | undefined
        prices: Partial<Record<EditTool, number>>
        premium: { model: string; cost: number } | undefined
      }
    | undefined
}

/** Secrets that the log leaves out: keys, passwords of `user:password`, and credentials within addresses. */
export const keysOf = (sources: readonly ImageSource[]): (string | undefined)[] =>
  sources.flatMap(({ key, url }) => [key, key?.slice(key.indexOf(':') + 1), ...credentialsIn(url)])

/**
 * Defaults of each kind of source. `cost` is the credits of a picture; it is ours to set, since vendors' prices change.
 */
const defaults: Record<
  Kind,
  { name: string; at?: 'home'; model: string; cost: number; reference: boolean; edits: boolean }
> = {
  comfyui: { name: 'ComfyUI', at: 'home', model: '', cost: 2, reference: true, edits: true },
  automatic1111: { name: 'Stable Diffusion', at: 'home', model: '', cost: 2, reference: true, edits: true },
  localai: { name: 'LocalAI', at: 'home', model: 'stablediffusion', cost: 2, reference: false, edits: true },
  openai: { name: 'OpenAI', model: 'gpt-image-1.5', cost: 8, reference: false, edits: true },
  fal: { name: 'fal', model: 'fal-ai/flux/dev', cost: 5, reference: false, edits: false },
  replicate: { name: 'Replicate', model: 'black-forest-labs/flux-schnell', cost: 3, reference: false, edits: false },
}

interface Reading {
  env: NodeJS.ProcessEnv
  /** Reads a file relative to the configuration; undefined if it cannot be read. */
  read(file: string): unknown
  complain(what: string): void
}

/** Resolves an entry of the configuration. Complaints are prefixed with `sources[n].`. */
export function sourceOf(entry: SourceEntry, { env, read, complain }: Reading): ImageSource {
  const standard = defaults[entry.kind]
  const { kind, id = kind, name = standard.name, keyFrom, edits: editing = false } = entry
  const at = entry.at ?? standard.at ?? (isOwnNetwork(new URL(entry.url).hostname) ? 'home' : 'vendor')
  const key = keyFrom === undefined ? undefined : env[keyFrom]?.trim()
  if (keyFrom !== undefined && !key) complain(`keyFrom is ${keyFrom}, which is not set in the environment`)
  if (editing !== false && !standard.edits) complain(`edits cannot be had of ${kind}`)

  const models = (entry.models ?? [standardModel(standard.model)]).map((model, n): SourceModel => {
    const workflows =
      kind === 'comfyui' ? workflowsOf(model, read, (what) => complain(`models[${n}].workflows.${what}`)) : {}
    if (model.workflows && kind !== 'comfyui') complain(`models[${n}].workflows are for comfyui alone`)
    const reference = kind === 'comfyui' ? workflows.picture !== undefined : standard.reference
    return {
      model: model.model,
      shown: configuredModel({ id, name, at, cost: standard.cost, reference }, model),
      sizes: model.sizes,
      styles: model.styles ?? fixedPromptWords(),
      options: model.options,
      workflows,
    }
  })
  for (const [n, { model }] of models.entries())
    if (models.findIndex((other) => other.model === model) < n)
      complain(`models[${n}].model is ${JSON.stringify(model)}, which another of its models is`)
  const edits = editsOf(editing)
  if (kind === 'comfyui' && edits && !(models.find(({ model }) => model === edits.model) ?? models[0])?.workflows.mask)
    complain('edits needs a model with workflows.mask')
  const url = entry.url.replace(/\/+$/, '')
  return { kind, id, name, url, at, key, setting: keyFrom ?? 'IMAGE_SOURCES', models, edits }
}

const standardModel = (model: string) => ({ ...Model.parse({ model: 'default' }), model })

const editsOf = (edits: Exclude<SourceEntry['edits'], undefined>): ImageSource['edits'] => {
  if (edits === false) return undefined
  const { model, tools, prices = {}, premium } = edits === true ? {} : edits
  return { model, tools, prices, premium }
}

/** True for a host of the local network, by its name or address. */
export const isOwnNetwork = (host: string): boolean =>
  /^(localhost|[^.:]+|.+\.(local|lan|home\.arpa|internal))$/.test(host) ||
  (isIP(host) === 4 && /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(host)) ||
  /^\[(::1\]|f[cd][0-9a-f]{2}:|fe80:)/.test(host)
