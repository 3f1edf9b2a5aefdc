import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../backend/config.ts'
import { ImageModel } from '../../backend/domain/image-models.ts'
import { openSource } from '../../backend/providers/image-sources/open.ts'
import { readImageSources } from '../../backend/providers/image-sources/read.ts'
import { keysOf } from '../../backend/providers/image-sources/source.ts'

let folder: string
let path: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loreloom-sources-'))
  path = join(folder, 'sources.json')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (content: unknown) => writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
const read = (sources: unknown[], env: NodeJS.ProcessEnv = {}) => {
  write({ sources })
  return readImageSources(path, env)
}
/** What the start would say, a line each, without the file's name. */
const complaints = (content: unknown, env: NodeJS.ProcessEnv = {}): string[] => {
  write(content)
  try {
    readImageSources(path, env)
    return []
  } catch (error) {
    return (error as Error).message.split('\n').map((line) => line.replace(`IMAGE_SOURCES ${path}: `, ''))
  }
}
const about = (source: object, env?: NodeJS.ProcessEnv) => complaints({ sources: [source] }, env)
const attic = { kind: 'comfyui', url: 'http://attic:8188' }
const graph = { 1: { class_type: 'Anything', inputs: { text: '', seed: 0 } } }

describe('an address and a key are enough', () => {
  test.each([
    [attic, 'ComfyUI', 'home', 2],
    [{ kind: 'automatic1111', url: 'http://localhost:7860/' }, 'Stable Diffusion', 'home', 2],
    [{ kind: 'localai', url: 'http://localhost:8080/v1' }, 'LocalAI', 'home', 2],
    [{ kind: 'openai', keyFrom: 'KEY' }, 'OpenAI', 'vendor', 8],
    [{ kind: 'openai', url: 'http://192.168.1.4:9000/v1' }, 'OpenAI', 'home', 8],
    [{ kind: 'openai', url: 'http://[::1]:9000/v1' }, 'OpenAI', 'home', 8],
    [{ kind: 'fal', keyFrom: 'KEY' }, 'fal', 'vendor', 5],
    [{ kind: 'replicate', keyFrom: 'KEY' }, 'Replicate', 'vendor', 3],
  ])('%j', (entry, name, at, cost) => {
    const [source] = read([entry], { KEY: 'k-1' })
    expect(source).toMatchObject({ name, at, models: [{ shown: { source: at, provider: name, creditCost: -cost } }] })
    const { images } = openSource(source as NonNullable<typeof source>)
    expect(images.configured?.map((model) => ImageModel.parse(model).slug)).toEqual(images.models)
  })
})

describe('a model', () => {
  test('has an id that follows from its source and its name there, and from nothing else', () => {
    const one = { model: 'dreamshaper_8.safetensors', cost: 3 }
    const other = { ...one, name: 'Dreams', cost: 9, description: 'Soft.', plan: 'PRO' }
    const idOf = (source: object, model: object) => read([{ ...source, models: [model] }])[0]?.models[0]?.shown.id
    expect(idOf(attic, one)).toBe('5369564b-2bb1-5064-beb1-f86eb7f4ff33')
    expect(idOf({ ...attic, name: 'The attic', url: 'http://elsewhere:1', at: 'vendor' }, other)).toBe(idOf(attic, one))
    expect(idOf({ ...attic, id: 'cellar' }, one)).not.toBe(idOf(attic, one))
    expect(idOf(attic, { model: 'dreamshaper_9.safetensors' })).not.toBe(idOf(attic, one))
  })

  test('is called after its file until somebody names it', () => {
    const names = ['sd/dreamshaper_8.safetensors', 'sdxl-base [31e35c80fc]', 'black-forest-labs/flux-schnell']
    const [source] = read([{ ...attic, models: names.map((model) => ({ model })) }])
    expect(source?.models.map(({ shown }) => shown.name)).toEqual(['dreamshaper 8', 'sdxl base', 'flux schnell'])
  })

  test('has the styles, sizes, plan and price that the file says', () => {
    const model = {
      model: 'm',
      name: 'Ink',
      description: 'Lines.',
      strengths: ['Ink'],
      cost: 4,
      plan: 'PRO',
      nsfw: true,
      styles: { engraving: 'as an engraving' },
      sizes: ['512x768'],
      options: { steps: 30 },
    }
    const [source] = read([{ kind: 'automatic1111', url: 'http://localhost:7860', models: [model] }])
    expect(source?.models[0]).toMatchObject({
      sizes: [{ width: 512, height: 768 }],
      options: { steps: 30 },
      shown: {
        name: 'Ink',
        description: 'Lines.',
        creditCost: -4,
        plan: 'PRO',
        supportsNSFW: true,
        supportedStyles: { loreloom: ['engraving'], modelSpecific: [] },
      },
    })
  })
})

test('keys come from the environment, and are among what the log leaves out', () => {
  const sources = read([{ ...attic, keyFrom: 'ATTIC_LOGIN' }], { ATTIC_LOGIN: ' me:hunter2 ' })
  expect(sources[0]).toMatchObject({ key: 'me:hunter2', setting: 'ATTIC_LOGIN' })
  expect(keysOf(sources)).toEqual(['me:hunter2', 'hunter2'])
})

test('the file is named from where the program is started', () => {
  expect(readConfig({ IMAGE_SOURCES: 'sources.json' }).imageSources).toBe(join(process.cwd(), 'sources.json'))
  expect(readConfig({}).imageSources).toBeUndefined()
})

describe('a file that cannot be used ends the start with a sentence for each field', () => {
  test.each([
    ['no JSON', '{"sources": [', 'is not JSON.'],
    ['no sources', {}, 'sources: Invalid input: expected array, received undefined.'],
  ])('%s', (_, content, sentence) => {
    expect(complaints(content)).toEqual([sentence])
  })

  test('no file', () => {
    expect(() => readImageSources(join(folder, 'none.json'), {})).toThrow(`none.json: cannot be read.`)
  })

  test.each([
    [{ kind: 'midjourney' }, 'sources[0].kind must be comfyui, automatic1111, openai, localai, fal or replicate.'],
    [{ kind: 'comfyui', url: 'attic:8188' }, 'sources[0].url must be an http or https address.'],
    [
      { kind: 'comfyui', url: 'http://me:hunter2@attic:8188' },
      'sources[0].url must not hold a name or a password: keyFrom names the environment variable that does.',
    ],
    [{ ...attic, key: 'hunter2' }, 'sources[0]: Unrecognized key: "key".'],
    [{ ...attic, id: 'The Attic' }, 'sources[0].id must be small letters, digits and dashes.'],
    [{ ...attic, name: 'Loreloom Studio' }, 'sources[0].name must not be "Loreloom Studio", which is ours.'],
    [{ ...attic, keyFrom: 'ATTIC_KEY' }, 'sources[0].keyFrom is ATTIC_KEY, which is not set in the environment.'],
    [{ ...attic, keyFrom: 'hunter2' }, 'sources[0].keyFrom must be the name of an environment variable.'],
    [{ kind: 'fal', edits: true }, 'sources[0].edits cannot be had of fal.'],
    [
      { ...attic, models: [{ model: 'm', cost: 0 }] },
      'sources[0].models[0].cost: Too small: expected number to be >=1.',
    ],
    [
      { ...attic, models: [{ model: 'm', sizes: ['large'] }] },
      'sources[0].models[0].sizes[0] must be a size such as 1024x768.',
    ],
    [
      { ...attic, models: [{ model: 'm' }, { model: 'm' }] },
      'sources[0].models[1].model is "m", which another of its models is.',
    ],
    [
      { kind: 'openai', models: [{ model: 'm', workflows: {} }] },
      'sources[0].models[0].workflows are for comfyui alone.',
    ],
  ])('%j', (source, sentence) => {
    expect(about(source)).toEqual([sentence])
  })

  test('two sources of one id or name', () => {
    expect(complaints({ sources: [attic, attic] })).toEqual([
      'sources[1].id must not be "comfyui", which sources[0] is: give one of them another.',
      'sources[1].name must not be "ComfyUI", which sources[0] is: give one of them another.',
    ])
  })

  test('all at once, and what was given for a key is not repeated', () => {
    const lines = complaints({
      sources: [
        { ...attic, key: 'hunter2' },
        { kind: 'fal', keyFrom: 'NOT_THERE' },
      ],
    })
    expect(lines.join()).not.toContain('hunter2')
    expect(
      complaints({
        sources: [
          { kind: 'fal', keyFrom: 'A' },
          { kind: 'replicate', keyFrom: 'B' },
        ],
      }),
    ).toHaveLength(2)
  })
})

describe('a workflow of ComfyUI', () => {
  const withWorkflow = (use: string, workflow: object) => ({
    ...attic,
    models: [
      {
        model: 'flux',
        workflows: { words: { file: 'words.json', nodes: { prompt: '1.text', seed: '1.seed' } }, [use]: workflow },
      },
    ],
  })
  const places = { prompt: '1.text', seed: '1.seed' }
  beforeAll(() => {
    writeFileSync(join(folder, 'words.json'), JSON.stringify(graph))
    writeFileSync(join(folder, 'saved-for-the-screen.json'), JSON.stringify({ nodes: [], links: [] }))
  })

  test('is read from beside the file, and is then the only one of its model', () => {
    const [source] = read([withWorkflow('words', { file: 'words.json', nodes: places })])
    expect(source?.models[0]?.workflows).toEqual({ words: { graph, nodes: places } })
    expect(source?.models[0]?.shown.supportsReference).toBe(false)
  })

  test.each([
    ['words', { file: 'gone.json', nodes: places }, 'words.file must be a workflow of ComfyUI, saved in API format'],
    [
      'words',
      { file: 'saved-for-the-screen.json', nodes: places },
      'words.file must be a workflow of ComfyUI, saved in API format',
    ],
    ['words', { file: 'words.json', nodes: { prompt: '1.text' } }, 'words.nodes.seed is needed'],
    ['picture', { file: 'words.json', nodes: places }, 'picture.nodes.image is needed'],
    [
      'words',
      { file: 'words.json', nodes: { ...places, seed: '2.seed' } },
      'words.nodes.seed is 2.seed, which the workflow does not have',
    ],
  ])('whose %s is %j is complained about', (use, workflow, sentence) => {
    expect(about(withWorkflow(use, workflow))).toEqual([`sources[0].models[0].workflows.${sentence}.`])
  })

  test('without one for masks it does not edit', () => {
    const source = { ...withWorkflow('words', { file: 'words.json', nodes: places }), edits: true }
    expect(about(source)).toEqual(['sources[0].edits needs a model with workflows.mask.'])
  })
})
