import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ask = (...words: string[]) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) =>
    execFile(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    ),
  )

test.each([
  [['nope'], 'There is no fault named nope, only abuse, clock, crowd, '],
  [['clock', 'nope'], 'There is no fault named nope, only '],
  [['clock', '--rounds', 'abc'], '--rounds takes a whole number, not abc\n'],
  [['clock', '--seed', '-1'], "Option '--seed' argument is ambiguous."],
  [['clock', '--harder'], "Unknown option '--harder'."],
])('%j is refused in a sentence, with the usage and before anything is done', async (words, sentence) => {
  const { code, stdout, stderr } = await ask(...words)
  expect(stderr.startsWith(sentence), stderr).toBe(true)
  expect(stderr).toContain('\nusage: npm run faults -- ')
  expect(stderr).not.toMatch(/^ +at /m)
  expect([code, stdout]).toEqual([1, ''])
})
