import type { CDPSession, Page } from '@playwright/test'
import { isWalk } from '../walk.ts'
import { expect, type Member, test, withMotion } from './app.ts'
import { headersOf } from './maps.ts'
import type { Server } from './server.ts'

/** A figure takes some seconds of a processor, of which it gets the smaller part beside other tests. */
const patience = 240_000
/** The first visits fill caches and compile shaders. */
const [before, visits] = isWalk ? [10, 50] : [3, 6]

// Without motion a model does not turn by itself.
test.use(withMotion)

const stage = (page: Page) => page.getByRole('region', { name: '3D model' })

const sculpted = async (page: Page, server: Server, { campaignId }: Member, name: string): Promise<string> => {
  const data = { campaignId, prompt: 'a sword in a stone', name }
  const answer = await page.request.post('/api/models', { data, headers: headersOf(server) })
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`)
  const { id, position } = await answer.json()
  await page.request.get(`/api/models/${id}`, { headers: { 'min-position': position } })
  await expect
    .poll(async () => (await (await page.request.get(`/api/models/${id}`)).json()).status, { timeout: patience })
    .toBe('COMPLETED')
  return id
}

interface Gpu {
  /** WebGL contexts that still draw. */
  contexts: number
  /** Objects that were created in any context and not deleted, by kind. */
  objects: Record<string, number>
}

/** Counts what a page creates on the graphics card. */
const countGpu = (page: Page) =>
  page.addInitScript(() => {
    const contexts = new Set<WebGL2RenderingContext>()
    const objects: Record<string, number> = {}
    const kinds = ['Buffer', 'Texture', 'Program', 'Shader', 'VertexArray', 'Framebuffer', 'Renderbuffer'] as const
    const prototype = WebGL2RenderingContext.prototype as unknown as Record<string, (...given: unknown[]) => unknown>
    const live = new WeakSet<object>()
    for (const kind of kinds) {
      objects[kind] = 0
      const [create, remove] = [prototype[`create${kind}`], prototype[`delete${kind}`]]
      prototype[`create${kind}`] = function (this: unknown, ...given) {
        const made = create?.apply(this, given) as object | null
        if (made) live.add(made)
        if (made) objects[kind] = (objects[kind] ?? 0) + 1
        return made
      }
      prototype[`delete${kind}`] = function (this: unknown, ...given) {
        const [gone] = given as [object | null]
        if (gone && live.delete(gone)) objects[kind] = (objects[kind] ?? 0) - 1
        return remove?.apply(this, given)
      }
    }
    const getContext = HTMLCanvasElement.prototype.getContext as (...given: unknown[]) => unknown
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
      const context = getContext.apply(this, given)
      if (context instanceof WebGL2RenderingContext) contexts.add(context)
      return context
    } as typeof HTMLCanvasElement.prototype.getContext
    Object.assign(window, {
      gpu: () => ({ contexts: [...contexts].filter((each) => !each.isContextLost()).length, objects }),
    })
  })

const gpuOf = (page: Page) => page.evaluate(() => (window as unknown as { gpu(): Gpu }).gpu())

/** After two collections of garbage: weak references are cleared by the first. `heap` includes the contents of array buffers. */
const measure = async (page: Page, session: CDPSession) => {
  for (let n = 0; n < 2; n++) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage')
  const heap = usedSize + backingStorageSize
  return { heap, listeners: metric('JSEventListeners'), nodes: metric('Nodes'), ...(await gpuOf(page)) }
}

test('a model that is opened and left again and again leaves nothing behind', async ({
  page,
  server,
  member,
  givePlan,
}) => {
  test.setTimeout(2 * patience + visits * 20_000)
  await givePlan(member.userId, 'PRO')
  await sculpted(page, server, member, 'Oath')
  await countGpu(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await page.goto('/models')
  const visit = async () => {
    await page.getByRole('link', { name: /Oath/ }).click()
    await expect(stage(page)).toHaveAttribute('data-status', 'shown', { timeout: 60_000 })
    expect((await gpuOf(page)).contexts).toBe(1)
    await page.keyboard.press('g')
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByRole('link', { name: /Oath/ })).toBeVisible()
  }
  for (let n = 0; n < before; n++) await visit()
  const first = await measure(page, session)
  for (let n = 0; n < visits; n++) await visit()
  const last = await measure(page, session)
  const told = JSON.stringify({ visits, first, last })
  test.info().annotations.push({ type: 'measured', description: told })
  if (isWalk) process.stdout.write(`${told}\n`)
  expect(last.contexts, told).toBe(0)
  // The renderer's own empty textures and framebuffers end with its context.
  const { Texture: textures = 0, Framebuffer: framebuffers = 0, ...others } = last.objects
  expect(Object.values(others), told).toEqual(Object.values(others).map(() => 0))
  expect(textures + framebuffers, told).toBeLessThan(10 * (before + visits))
  // What one visit leaves for good would be there once for each.
  expect(last.listeners - first.listeners, told).toBeLessThan(visits)
  expect(last.nodes - first.nodes, told).toBeLessThan(5 * visits)
  // Compiled code grows for some visits more. The file of this model alone has over a megabyte.
  expect((last.heap - first.heap) / visits, told).toBeLessThan(400_000)
})

test('a lost context is explained beside the rendered picture, and drawing can begin again', async ({
  page,
  server,
  member,
  givePlan,
}) => {
  test.setTimeout(2 * patience)
  await givePlan(member.userId, 'PRO')
  const id = await sculpted(page, server, member, 'Oath')
  await page.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext as (...given: unknown[]) => unknown
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
      const context = getContext.apply(this, given)
      if (context instanceof WebGL2RenderingContext)
        Object.assign(window, { lose: () => context.getExtension('WEBGL_lose_context')?.loseContext() })
      return context
    } as typeof HTMLCanvasElement.prototype.getContext
  })
  await page.goto(`/models/${id}`)
  await expect(stage(page)).toHaveAttribute('data-status', 'shown', { timeout: 60_000 })
  await page.evaluate(() => (window as unknown as { lose(): void }).lose())
  const instead = stage(page).getByRole('alert')
  await expect(instead).toContainText('Your browser stopped drawing in 3D.')
  await expect(instead).toContainText('This is its rendered picture; the download has all of it.')
  const picture = instead.getByRole('img', { name: 'Oath' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(stage(page).locator('canvas')).toHaveCount(0)
  await expect(page.getByRole('toolbar', { name: 'View' })).toHaveCount(0)
  await instead.getByRole('button', { name: 'Try Again' }).click()
  await expect(stage(page)).toHaveAttribute('data-status', 'shown', { timeout: 60_000 })
})
