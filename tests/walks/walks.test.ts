import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { walks } from './walks.ts'

const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

test('every walk has a name of its own and a command that exists, with files that exist', () => {
  expect(new Set(walks.map(({ name }) => name)).size).toBe(walks.length)
  for (const { command } of walks) {
    expect(scripts).toHaveProperty([command[0] ?? ''])
    for (const file of command.filter((word) => word.endsWith('.ts')))
      expect([file, existsSync(join(root, file))]).toEqual([file, true])
  }
})

test('every test file that leaves cases to walks is named by a walk', () => {
  const named = new Set(walks.flatMap(({ command }) => command))
  const leaving = globSync('tests/**/*.test.{ts,tsx}', { cwd: root }).filter((file) =>
    /\/walk\.ts'|process\.env\.\w*RUNS/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(leaving.filter((file) => !named.has(file))).toEqual([])
})

test('an unknown walk is refused with the usage before anything runs', async () => {
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; stdout: string; stderr: string }>()
  execFile(process.execPath, [join(import.meta.dirname, 'main.ts'), 'nope'], (error, stdout, stderr) =>
    resolve({ code: error?.code ?? 0, stdout, stderr }),
  )
  const { code, stdout, stderr } = await promise
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^There is no walk named nope\nusage: npm run walks/)
})
