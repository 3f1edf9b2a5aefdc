import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formats } from '../../backend/commands/exports/formats.ts'
import { typesetFolder } from '../../backend/providers/typesetter.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a book in one file is not replaced by what would be a second file', async () => {
  const path = join(folder, 'book.html')
  const target = formats.html.file.create(path, new Date())
  await target.add('Karrow.html', '<h1>Karrow</h1>')
  await expect(target.add('Karrow/Sessions/1.txt', 'Session 1')).rejects.toThrow('no second one')
  expect(String(await readFile(path))).toBe('<h1>Karrow</h1>')
})

test('the folder of a PDF holds no file outside of itself', async () => {
  const parts = join(folder, 'pdf', 'parts')
  const target = typesetFolder(parts, join(folder, 'pdf', 'book.pdf'))
  await target.add('Pictures/keep.jpg', 'jpeg')
  for (const path of ['../x.txt', 'Pictures/../../x.txt', '../parts-2/x.txt', '..'])
    await expect(target.add(path, 'x')).rejects.toThrow('outside')
  expect(await readdir(join(folder, 'pdf'), { recursive: true })).toEqual([
    'parts',
    'parts/Pictures',
    'parts/Pictures/keep.jpg',
  ])
})
