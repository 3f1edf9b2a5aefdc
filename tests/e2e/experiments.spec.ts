import { type ExperimentsEmulator, startExperiments } from '../vendors/experiments.ts'
import { seriousFindings } from './axe.ts'
import { test as base, expect } from './table.ts'

let service: ExperimentsEmulator
const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      service = await startExperiments()
      await use({ EXPERIMENTS: 'image-models', EXPERIMENT_BASE_URL: service.url })
      await service.close()
    },
    { scope: 'worker' },
  ],
})

test('an experiment is decided by the setting, then by the browser, then by the service, and changes the graph', async ({
  table: { owner, campaignId },
  server,
}) => {
  service.flags = [
    { key: 'graph-arrangement', value: 'layers' },
    { key: 'image-models', value: false },
  ]
  const { page, ask } = owner
  const lore = async (name: string) => (await ask('POST', 'conjurations', { campaignId, name })).id ?? ''
  const [mira, petra] = [await lore('Mira'), await lore('Petra')]
  await ask('POST', `relationships/${mira}`, { relatedNodeId: petra, comment: 'sister of' })
  const arrangement = (name: string) =>
    page.getByRole('radiogroup', { name: 'Arrangement' }).getByRole('radio', { name })
  await page.goto('/relationships/graph')
  await expect(arrangement('Layers')).toBeChecked()
  // A choice in the graph goes before the experiment.
  await page.getByRole('radiogroup', { name: 'Arrangement' }).getByText('Web').click()
  await expect(arrangement('Web')).toBeChecked()
  await page.reload()
  await expect(arrangement('Web')).toBeChecked()

  await page.context().request.post(`${server.url}/api/auth/sign-in/email`, {
    headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
    data: { email: 'admin@example.org', password: 'correct horse' },
  })
  await page.goto('/admin/experiments')
  const graph = page.getByRole('article', { name: 'First arrangement of the relationship graph' })
  await expect(graph).toContainText('From the experiment service')
  const models = page.getByRole('article', { name: 'More image models and styles' })
  await models.getByLabel('In this browser').selectOption('off')
  await expect(models).toContainText('From the setting EXPERIMENTS')
  await graph.getByLabel('In this browser').selectOption('web')
  await expect(graph).toContainText('Overridden in this browser')
  expect(await seriousFindings(page)).toEqual([])
  await page.reload()
  await expect(graph).toContainText('Overridden in this browser')
  await graph.getByLabel('In this browser').selectOption('No override')
  await expect(graph).toContainText('From the experiment service')
})
