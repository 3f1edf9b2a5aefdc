import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ensureWebApp } from '../../../backend/platform/web-app.ts'
import type { BenchOptions } from './bench.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** A copy of this checkout as somebody has it right after `npm ci`: nothing built unless asked for, nothing compiled, no data. */
export async function freshCheckout({ stopping }: Pick<BenchOptions, 'stopping'>, built = false): Promise<string> {
  const copy = await fs.mkdtemp(path.join(os.tmpdir(), 'loreloom-start-'))
  stopping.add('copy', () => fs.rm(copy, { recursive: true, force: true }))
  // The embedded PostgreSQL runs as another user where we are root, and must get through.
  await fs.chmod(copy, 0o755)
  const listed = await promisify(execFile)('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 2 ** 26 })
  for (const file of listed.stdout.split('\0').filter(Boolean)) {
    await fs.mkdir(path.join(copy, path.dirname(file)), { recursive: true })
    await fs.copyFile(path.join(root, file), path.join(copy, file))
  }
  // Last, so that no source is newer.
  if (built) await fs.cp(await ensureWebApp(() => undefined), path.join(copy, 'dist'), { recursive: true })
  await fs.symlink(await fs.realpath(path.join(root, 'node_modules')), path.join(copy, 'node_modules'))
  return copy
}
