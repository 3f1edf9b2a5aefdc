import { execFile } from 'node:child_process'
import { join } from 'node:path'

/** One of our commands by itself: how it ended, and what it said. */
export const command = (program: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
  new Promise<{ code: unknown; said: string }>((resolve) =>
    execFile(
      process.execPath,
      [join(import.meta.dirname, '../../backend/cli', `${program}.ts`), ...args],
      { env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, said: `${stdout}${stderr}` }),
    ),
  )
