import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { whileLocked } from './kernel-lock.ts'

const root = resolve(import.meta.dirname, '../..')
/** The built web app: an `index.html`, hashed `assets/`, and vite's manifest. */
export const webAppDir = join(root, 'dist')
// Modules that the browser shares with the server are sources too.
const sources = ['frontend', 'backend/domain', 'backend/projections', 'package.json', 'package-lock.json']

/** Newest modification time below `path`, of files and of folders: the removal of a file changes only its folder. */
const newest = (path: string): number => {
  const { mtimeMs } = statSync(path)
  const below = statSync(path).isDirectory() ? readdirSync(path).map((name) => newest(join(path, name))) : []
  return Math.max(mtimeMs, ...below)
}

const isCurrent = () => {
  const built = join(webAppDir, 'index.html')
  return existsSync(built) && statSync(built).mtimeMs >= Math.max(...sources.map((path) => newest(join(root, path))))
}

/**
 * Builds in a child process, since a build would delay the start of this one, and into a temporary folder, so that an
 * incomplete build is never served.
 */
const build = async (onStart: () => void) => {
  onStart()
  const draft = `${webAppDir}.draft`
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args = [
    'build',
    '--config',
    'frontend/vite.config.ts',
    '--outDir',
    draft,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ]
  const env = { ...process.env, NO_COLOR: '1' }
  const child = spawn(process.execPath, [vite, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new CannotStart(`The web app could not be built:\n${said.trim()}`)
  rmSync(webAppDir, { recursive: true, force: true })
  renameSync(draft, webAppDir)
}

/** Builds the web app if it is missing or a source is newer. Concurrent starts of one checkout wait for each other. */
export async function ensureWebApp(onStart: () => void): Promise<string> {
  if (isCurrent()) return webAppDir
  mkdirSync(join(root, '.tmp'), { recursive: true })
  await whileLocked(join(root, '.tmp/build.lock'), async () => {
    if (!isCurrent()) await build(onStart)
  })
  return webAppDir
}
