import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ImageRefused, ProviderBusy, ProviderMisconfigured } from '../../backend/providers/images.ts'
import { vendorModels } from '../../backend/providers/models/choose.ts'
import { localModels } from '../../backend/providers/models/local.ts'
import { meshy } from '../../backend/providers/models/meshy.ts'
import { stabilityModels } from '../../backend/providers/models/stability.ts'
import { tripo } from '../../backend/providers/models/tripo.ts'
import { pictureFor, type Vendor, type VendorOptions } from '../../backend/providers/models/vendor.ts'
import type { ModelProgress, ModelRequest, TaskMemory } from '../../backend/providers/models.ts'
import { ball, glbOf, pictureOf } from '../glbs.ts'
import { type ModelVendor, startMeshy, startStability3d, startTripo, type Way } from '../vendors/models-3d.ts'
import { unreachableUrl } from '../vendors/serve.ts'

/** One contract for all vendors of 3D models, each against a local server that speaks its protocol. */

interface Case {
  name: string
  setting: string
  apiKey: string
  start: () => Promise<ModelVendor>
  open: (options: VendorOptions) => Vendor
  isPolled: boolean
  fromPrompt: boolean
}
const stability = { setting: 'STABILITY_API_KEY', apiKey: 'sk-test', start: startStability3d, isPolled: false }
const cases: Case[] = [
  {
    ...stability,
    name: 'Stable Fast 3D',
    open: (options) => stabilityModels({ ...options, variant: 'fast' }),
    fromPrompt: false,
  },
  {
    ...stability,
    name: 'Stable Point Aware 3D',
    open: (options) => stabilityModels({ ...options, variant: 'point-aware' }),
    fromPrompt: false,
  },
  {
    name: 'Meshy',
    setting: 'MESHY_API_KEY',
    apiKey: 'msy_test',
    start: startMeshy,
    open: meshy,
    isPolled: true,
    fromPrompt: true,
  },
  {
    name: 'Tripo',
    setting: 'TRIPO_API_KEY',
    apiKey: 'tsk_test',
    start: startTripo,
    open: tripo,
    isPolled: true,
    fromPrompt: true,
  },
]

let glb: Buffer
let picture: Buffer
beforeAll(async () => {
  glb = await glbOf(ball(8))
  picture = await pictureOf(640, 640)
})

/** What is stored of the tasks of one model. Not `isKept`, an abort ends them at the vendor. */
const remembering = ({ begun = null as string | null, isKept = false, stored = () => undefined as unknown } = {}) => {
  const tasks = {
    begun,
    isKept: () => isKept,
    async store(task: string) {
      tasks.begun = task
      stored()
    },
  }
  return tasks
}

describe.each(cases)('$name', ({ setting, apiKey, start, open, isPolled, fromPrompt }) => {
  let server: ModelVendor
  let vendor: Vendor
  beforeAll(async () => {
    server = await start()
    vendor = open({ apiKey, baseUrl: `${server.url}/`, pollMs: 5 })
  })
  afterAll(() => server.close())

  const made = (
    way: Way,
    {
      signal = new AbortController().signal,
      by = vendor,
      order = { picture } as object,
      tasks = remembering() as TaskMemory,
    } = {},
  ) => {
    server.next(way)
    const progress: ModelProgress[] = []
    const options = { signal, onProgress: (each: ModelProgress) => progress.push(each), tasks }
    return by
      .make({ seed: 7, ...order } as Parameters<Vendor['make']>[0], options)
      .then((bytes) => ({ bytes, progress }))
  }
  const failure = (way: Way, options?: Parameters<typeof made>[1]): Promise<Error> =>
    made(way, options).then(
      () => expect.unreachable('no model was to come'),
      (error: unknown) => error as Error,
    )

  test('a picture becomes the file that the vendor made, with progress', async () => {
    const { bytes, progress } = await made({ ends: 'model', glb, workMs: 40 })
    expect(bytes.equals(glb)).toBe(true)
    expect(progress.length).toBeGreaterThan(0)
    for (const { share } of progress) expect(share >= 0 && share <= 1).toBe(true)
    const [first] = server.calls
    expect(first?.headers.get('authorization')).toBe(`Bearer ${apiKey}`)
  })

  test.runIf(fromPrompt)('a prompt becomes a file', async () => {
    const { bytes } = await made({ ends: 'model', glb }, { order: { prompt: 'a brass owl' } })
    expect(bytes.equals(glb)).toBe(true)
    expect(server.calls.some(({ body }) => body.prompt === 'a brass owl')).toBe(true)
  })

  test('what the content filter stops is refused, and may not be tried again', async () => {
    expect(await failure({ ends: 'filtered' })).toMatchObject({
      kind: 'filtered',
      message: expect.stringContaining('content filter'),
    })
  })

  test('what the vendor cannot make is refused with its reason', async () => {
    const error = await failure({ ends: 'refused' })
    expect(error).toBeInstanceOf(ImageRefused)
    expect(error).toMatchObject({ kind: 'refused', message: expect.stringContaining('could not make this') })
  })

  test('rate-limited, it states for how long', async () => {
    const error = await failure({ ends: 'busy' })
    expect(error).toBeInstanceOf(ProviderBusy)
    expect(error).toMatchObject({ retryAfter: 7000 })
  })

  test('a wrong key and an empty account are faults that name the setting and not the key', async () => {
    const wrong = open({ apiKey: 'a-wrong-key', baseUrl: server.url, pollMs: 5 })
    for (const error of [await failure({ ends: 'model', glb }, { by: wrong }), await failure({ ends: 'unpaid' })]) {
      expect(error).toBeInstanceOf(ProviderMisconfigured)
      expect(error).toMatchObject({ setting })
      expect(String(error)).not.toMatch(/a-wrong-key|_test|sk-/)
    }
  })

  test('an image that is too large is refused', async () => {
    expect(await failure({ ends: 'too-large' })).toMatchObject({ kind: 'refused' })
  })

  test.each(['failing', 'rubbish'] as const)('%s is a fault, to be tried again', async (ends) => {
    // Stability AI answers with the file itself, which is checked when it is received.
    if (ends === 'rubbish' && !isPolled) return
    expect(await failure({ ends })).not.toBeInstanceOf(ImageRefused)
  })

  test('a file that is larger than 64 MB is not read further', { timeout: 120_000 }, async () => {
    for (const isAnnounced of [true, false])
      expect(await failure({ ends: 'bytes', bytes: 80 * 2 ** 20, isAnnounced })).toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('larger than 64 MB'),
      })
  })

  test('work that never ends is given up', async () => {
    const impatient = open({ apiKey, baseUrl: server.url, timeoutMs: 80, pollMs: 5 })
    expect(await failure({ ends: 'never' }, { by: impatient })).toMatchObject({ name: 'TimeoutError' })
  })

  test('an abort ends the wait, and what goes on at the vendor', async () => {
    const ending = new AbortController()
    const waiting = failure({ ends: 'never' }, { signal: ending.signal })
    setTimeout(() => ending.abort(), 100)
    expect(await waiting).toMatchObject({ name: 'AbortError' })
    if (open === meshy) await expect.poll(server.cancelled).toBeGreaterThan(0)
  })

  test('nobody there is a fault', async () => {
    const error = await failure({ ends: 'model', glb }, { by: open({ apiKey, baseUrl: unreachableUrl, pollMs: 5 }) })
    expect(error).toBeInstanceOf(TypeError)
  })

  describe.runIf(isPolled)('the task and its link', () => {
    test('polls that fail are repeated, without a second task', async () => {
      const before = server.begun()
      const { bytes } = await made({ ends: 'flaky', glb, times: 3 })
      expect(bytes.equals(glb)).toBe(true)
      expect(server.begun() - before).toBe(1)
      expect(await failure({ ends: 'flaky', glb, times: 50 })).not.toBeInstanceOf(ImageRefused)
    })

    describe('after its process was killed', () => {
      const orders: [string, () => object][] = [
        ['a picture', () => ({ picture })],
        ['a prompt', () => ({ prompt: 'a brass owl' })],
      ]
      /** Begins a model and dies as soon as its task is stored. Returns what is stored then. */
      const killed = async (order: object): Promise<string | null> => {
        const dying = new AbortController()
        const tasks = remembering({ isKept: true, stored: () => dying.abort() })
        const ends = { signal: dying.signal, order, tasks }
        expect(await failure({ ends: 'never' }, ends)).toMatchObject({ name: 'AbortError' })
        return tasks.begun
      }

      test.each(orders)('the task of %s is awaited by the next one, and paid once', async (_, order) => {
        const [begun, cancelled] = [server.begun(), server.cancelled()]
        const task = await killed(order())
        expect(task).toMatch(/^[a-z-]+ [\w-]+$/)
        const { bytes } = await made({ ends: 'model', glb }, { order: order(), tasks: remembering({ begun: task }) })
        expect(bytes.equals(glb)).toBe(true)
        expect([server.begun() - begun, server.cancelled() - cancelled]).toEqual([1, 0])
      })

      test('a refused task stays refused', async () => {
        const begun = await killed({ picture })
        const before = server.begun()
        expect(await failure({ ends: 'refused' }, { tasks: remembering({ begun }) })).toMatchObject({ kind: 'refused' })
        expect(server.begun()).toBe(before)
      })

      test.each([
        [
          'the vendor does not have any more',
          () => killed({ picture }).then((task) => task?.replace(/\S+$/, 'task-0')),
        ],
        ['another vendor has', async () => 'acme task-1'],
      ])('a task that %s is begun again', async (_, taskOf) => {
        const begun = (await taskOf()) ?? null
        const tasks = remembering({ begun })
        const before = server.begun()
        const { bytes } = await made({ ends: 'model', glb }, { tasks })
        expect(bytes.equals(glb)).toBe(true)
        expect(server.begun() - before).toBe(1)
        expect(tasks.begun).not.toBe(begun)
      })

      test('a task that cannot be stored is not waited for', async () => {
        const tasks = { ...remembering(), store: () => Promise.reject(new Error('The log is away')) }
        const polls = () => server.calls.filter(({ method }) => method === 'GET').length
        const before = polls()
        expect((await failure({ ends: 'model', glb }, { tasks })).message).toBe('The log is away')
        expect(polls()).toBe(before)
      })
    })

    test('a task that is lost is a fault', async () => {
      const error = await failure({ ends: 'lost' })
      expect(error).not.toBeInstanceOf(ImageRefused)
      expect(error.message).toContain('lost the task')
    })

    test('a link that has expired is asked for again, once', async () => {
      const { bytes } = await made({ ends: 'expired', glb, times: 1 })
      expect(bytes.equals(glb)).toBe(true)
      expect(await failure({ ends: 'expired', glb, times: 9 })).not.toBeInstanceOf(ImageRefused)
    })

    test.each([
      'http://127.0.0.1:9/model.glb',
      'https://127.0.0.1/model.glb',
      'https://2130706433/model.glb',
      'https://localhost/model.glb',
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.7/model.glb',
      'https://[::1]/model.glb',
      'https://[::ffff:192.168.0.1]/model.glb',
      'https://[fd00::1]/model.glb',
      'http://files.example.org/model.glb',
      'file:///etc/passwd',
      'https://me:word@files.example.org/model.glb',
      'not a link',
    ])('the link %s is not followed', async (link) => {
      expect(await failure({ ends: 'link', link })).toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('an address that is not accepted'),
      })
    })
  })
})

/** A dark disc on a light ground. */
const drawing = () =>
  sharp(
    Buffer.from(
      '<svg width="256" height="256"><rect width="256" height="256" fill="#eee"/><circle cx="128" cy="128" r="80" fill="#246"/></svg>',
    ),
  )
    .png()
    .toBuffer()

test('Meshy: colours that were begun are awaited, and no shape is begun again', async () => {
  const server = await startMeshy()
  try {
    const vendor = meshy({ apiKey: 'msy_test', baseUrl: server.url, pollMs: 5 })
    server.next({ ends: 'model', glb })
    const order = { seed: 7, prompt: 'a brass owl' }
    const ignored = { onProgress: () => undefined, signal: new AbortController().signal }
    const dying = new AbortController()
    const first = remembering({ isKept: true, stored: () => first.begun?.startsWith('meshy-colours') && dying.abort() })
    await expect(vendor.make(order, { ...ignored, signal: dying.signal, tasks: first })).rejects.toThrow()
    const posts = () => server.calls.filter(({ method }) => method === 'POST').length
    expect(posts()).toBe(2)
    expect((await vendor.make(order, { ...ignored, tasks: remembering({ begun: first.begun }) })).equals(glb)).toBe(
      true,
    )
    expect(posts()).toBe(2)
  } finally {
    await server.close()
  }
})

describe('a vendor beside the studio', () => {
  const studio = localModels()
  let server: ModelVendor
  beforeAll(async () => {
    server = await startStability3d()
  })
  afterAll(async () => {
    await studio.close()
    await server.close()
  })
  const provider = () => {
    const options = { apiKey: 'sk-test', baseUrl: server.url, variant: 'fast' as const }
    return vendorModels(stabilityModels(options), studio)
  }
  const order: ModelRequest = { kind: 'image', image: Buffer.alloc(0), as: 'figure', size: 'medium', seed: 1 }

  test('its models are received: checked, in mm, with a preview and its name', { tags: 'long' }, async () => {
    server.next({ ends: 'model', glb })
    const stages: string[] = []
    const onProgress = ({ stage }: ModelProgress) => stages.push(stage)
    const model = await provider().sculpt({ ...order, image: picture }, { onProgress })
    expect(model.report.sizeMm.height).toBe(28)
    expect(model.madeBy).toBe('Made by Stability AI')
    expect(stages).toContain('Waiting for Stability AI')
    expect(stages).toContain('Checking the model')
  })

  test('what is not a model is refused', async () => {
    server.next({ ends: 'model', glb: Buffer.from('<html>') })
    await expect(provider().sculpt({ ...order, image: picture })).rejects.toMatchObject({
      kind: 'refused',
      message: 'Stability AI returned a model that cannot be used: its file is no GLB.',
    })
  })

  test('prompts, reliefs and terrain are made by the studio', { tags: 'long', timeout: 180_000 }, async () => {
    const before = server.calls.length
    const relief = await provider().sculpt({ ...order, image: await drawing(), as: 'relief' })
    expect(relief.madeBy).toContain('Loreloom Studio')
    expect(provider().read?.('a hexagon of sadness')).toMatchObject({ isUnderstood: false })
    expect(server.calls).toHaveLength(before)
  })

  test('Meshy reads prompts of at most 600 characters, which is stated before anything is charged', () => {
    const { read } = vendorModels(meshy({ apiKey: 'x', baseUrl: server.url }), studio)
    expect(read?.('a'.repeat(600))).toMatchObject({ isUnderstood: true })
    expect(read?.('a'.repeat(601))).toMatchObject({ isUnderstood: false, hint: expect.stringContaining('600') })
  })
})

test.each([
  [2000, 1000, undefined, 1536, 768],
  [100, 100, undefined, 640, 640],
  [3000, 300, undefined, 1536, 640],
  [2000, 1000, { x: 0.5, y: 0, width: 0.5, height: 1 }, 1000, 1000],
])('a picture of %i × %i, crop %o, is sent as %i × %i', async (width, height, crop, ...sent) => {
  const image = await sharp({ create: { width, height, channels: 3, background: '#333' } })
    .withExif({ IFD0: { Artist: 'Ada' } })
    .jpeg()
    .toBuffer()
  const png = await pictureFor({ kind: 'image', image, as: 'figure', size: 'medium', seed: 1, ...(crop && { crop }) })
  const found = await sharp(png).metadata()
  expect([found.format, found.width, found.height]).toEqual(['png', ...sent])
  expect(found.exif).toBeUndefined()
})
