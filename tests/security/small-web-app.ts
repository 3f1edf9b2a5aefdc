import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** A folder as the web app's build makes it, with next to nothing in it, beside a file that nobody may have; and how to be rid of them. */
export async function smallWebApp(): Promise<{ root: string; remove(): Promise<void> }> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'loreloom-web-'))
  const root = path.join(dir, 'dist')
  await fs.mkdir(path.join(root, 'assets'), { recursive: true })
  await fs.mkdir(path.join(root, '.vite'))
  await fs.writeFile(path.join(root, '.vite/manifest.json'), '{"secret":true}')
  await fs.writeFile(path.join(root, 'index.html'), '<html><script nonce="__CSP_NONCE__"></script></html>')
  await fs.writeFile(path.join(root, 'assets/app-1a2b3c.js'), 'plain()')
  await fs.writeFile(path.join(dir, 'auth-secret'), 'nobody may have this')
  return { root, remove: () => fs.rm(dir, { recursive: true, force: true }) }
}
