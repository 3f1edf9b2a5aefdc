import { expect, test } from 'vitest'
import {
  filesOfEntries,
  type LooseFile,
  looseFiles,
  PackedTooLarge,
  packFiles,
} from '../../frontend/src/features/imports/loose-files.ts'
import { readPlan } from '../exchange/plans.ts'
import { vaultFiles, zipped } from '../exchange/vaults.ts'

const file = (path: string, content: BlobPart = 'The bells.'): File =>
  Object.assign(new File([content], path.split('/').at(-1) ?? ''), { webkitRelativePath: path })
const packing = { mostBytes: 2 ** 20, report: () => undefined, signal: new AbortController().signal }
const pack = (files: readonly LooseFile[]) => packFiles(files, packing)
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
    ...['.obsidian/types.json', './c.md', '/V/d.md', 'V/...and the dead.md'],
  ]
  expect(looseFiles(paths.map((path) => file(path))).map(({ path }) => path)).toEqual([
    'V/a.md',
    'V/.obsidian/app.json',
    '.obsidian/types.json',
    'c.md',
    'V/d.md',
    'V/...and the dead.md',
  ])
})

test('several files have no common folder, and the share grows to the whole', async () => {
  const shares: number[] = []
  const files = looseFiles([file('a.md'), file('b.png', 'x'), file('ü/c.md')])
  const packed = await packFiles(files, { ...packing, report: (share) => shares.push(share) })
  expect(packed.name).toBe('Files.zip')
  expect(shares).toEqual([1 / 3, 2 / 3, 1])
  const { plan } = await readPlan(await bytesOf(packed), packed.name)
  expect(plan.pages.map(({ name }) => name).toSorted()).toEqual(['a', 'c'])
})

test('a cancelled packing, a file that vanished, or too many bytes end with an error', async () => {
  const failing = new ReadableStream({ pull: (controller) => controller.error(new Error('NotFoundError')) })
  await expect(pack([{ path: 'a.md', file: { stream: () => failing } as unknown as File }])).rejects.toThrow(
    'NotFoundError',
  )
  const files = looseFiles([file('a.md')])
  await expect(packFiles(files, { ...packing, signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  const large = looseFiles([file('a.png', Buffer.alloc(2 ** 20))])
  await expect(pack(large)).rejects.toBeInstanceOf(PackedTooLarge)
})

/** An entry of a file system, as browsers provide it; folders return their children in two batches. */
const entry = (path: string, children?: FileSystemEntry[]): FileSystemEntry => {
  const batches = [children?.slice(0, 1) ?? [], children?.slice(1) ?? [], []].filter(
    (batch, n) => n === 2 || batch.length,
  )
  return {
    fullPath: `/${path}`,
    isDirectory: children !== undefined,
    isFile: children === undefined,
    file: (resolve: (file: File) => void) => resolve(file(path)),
    createReader: () => ({
      readEntries: (resolve: (batch: FileSystemEntry[]) => void) => resolve(batches.shift() ?? []),
    }),
  } as unknown as FileSystemEntry
}

test('dropped folders are listed whole, without entering hidden ones, until they are cancelled', async () => {
  const never = { ...entry('V/.git', []), createReader: () => expect.fail('A hidden folder was entered') }
  const settings = entry('V/.obsidian', [entry('V/.obsidian/app.json'), entry('V/.obsidian/plugins/x.js')])
  const vault = () =>
    entry('V', [entry('V/a.md'), never, settings, entry('V/b', [entry('V/b/c.md'), entry('V/b/d.md')])])
  const { signal } = new AbortController()
  expect((await filesOfEntries([vault(), entry('e.md')], signal)).map(({ path }) => path)).toEqual([
    ...['V/a.md', 'V/.obsidian/app.json', 'V/b/c.md', 'V/b/d.md', 'e.md'],
  ])
  await expect(filesOfEntries([vault()], AbortSignal.abort())).rejects.toThrow('aborted')
})
