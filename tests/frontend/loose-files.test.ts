import { expect, test } from 'vitest'
import { type LooseFile, looseFiles, packFiles } from '../../frontend/src/features/imports/loose-files.ts'
import { readPlan } from '../exchange/plans.ts'
import { vaultFiles, zipped } from '../exchange/vaults.ts'

const file = (path: string, content: BlobPart = 'The bells.'): File =>
  Object.assign(new File([content], path.split('/').at(-1) ?? ''), { webkitRelativePath: path })
const pack = (files: readonly LooseFile[]) => packFiles(files, () => undefined, new AbortController().signal)
const bytesOf = async (packed: File) => Buffer.from(await packed.arrayBuffer())

test('a folder that is packed here becomes the same plan as its zip', async () => {
  const files = await vaultFiles()
  const packed = await pack(looseFiles(Object.entries(files).map(([path, bytes]) => file(path, bytes as BlobPart))))
  expect(packed.name).toBe('Karrow.zip')
  const { plan } = await readPlan(await bytesOf(packed), packed.name)
  const { plan: expected } = await readPlan(zipped(files), packed.name)
  expect(plan).toEqual(expected)
})

test('hidden files stay here, but for the settings that an import reads', () => {
  const paths = [
    ...['V/a.md', 'V/.git/config', 'V/.obsidian/app.json', 'V/.obsidian/plugins/x/main.json', 'V/b/.hidden.md'],
    ...['.obsidian/types.json', './c.md', '/V/d.md'],
  ]
  expect(looseFiles(paths.map((path) => file(path))).map(({ path }) => path)).toEqual([
    'V/a.md',
    'V/.obsidian/app.json',
    '.obsidian/types.json',
    'c.md',
    'V/d.md',
  ])
})

test('several files have no common folder, and the share grows to the whole', async () => {
  const shares: number[] = []
  const files = looseFiles([file('a.md'), file('b.png', 'x'), file('ü/c.md')])
  const packed = await packFiles(files, (share) => shares.push(share), new AbortController().signal)
  expect(packed.name).toBe('Files.zip')
  expect(shares).toEqual([1 / 3, 2 / 3, 1])
  const { plan } = await readPlan(await bytesOf(packed), packed.name)
  expect(plan.pages.map(({ name }) => name).toSorted()).toEqual(['a', 'c'])
})

test('a cancelled packing, or a file that vanished, ends with an error', async () => {
  const gone = { path: 'a.md', file: { arrayBuffer: () => Promise.reject(new Error('NotFoundError')) } as File as File }
  await expect(pack([gone])).rejects.toThrow('NotFoundError')
  await expect(packFiles(looseFiles([file('a.md')]), () => undefined, AbortSignal.abort())).rejects.toThrow()
})
