import type { Deps } from '../../http/deps.ts'
import { lruCache } from '../../platform/lru-cache.ts'
import { dmPrintKey } from '../../providers/rendered-keys.ts'
import { renderedFiles } from '../images/rendered-files.ts'
import type { OpenedMap } from './opened.ts'
import { planVersion, playersVersion } from './versions.ts'

/** Maximum bytes of cached prints of changed plans, per process. */
const mostBytes = 32 * 2 ** 20

/**
 * The map's picture with secrets, for DMs: printed from its plan, once. The print of the original plan is stored; those
 * of changed plans are many, and cached in memory only. Without a plan, the stored picture without secrets is used.
 */
export const dmPrints = ({ files, images }: Pick<Deps, 'files' | 'images'>) => {
  const once = renderedFiles(files)
  const prints = lruCache<Buffer>(mostBytes, (bytes) => bytes.length)
  const printing = new Map<string, Promise<Buffer>>()
  return (map: Pick<OpenedMap, 'file' | 'drawn' | 'changed'>): Promise<Buffer> => {
    const { file, changed: plan } = map
    const { print } = images
    if (!plan || !print) return files.get(file.key)
    const draw = async () => Buffer.from((await print({ plan, audience: 'dm' })).png)
    const version = planVersion(map)
    if (version === null) return once.bytes(dmPrintKey(file.key), 'image/png', draw)
    const name = `${file.key} ${version}`
    const known = prints.get(name)
    if (known) return Promise.resolve(known)
    const drawn = async () => {
      const bytes = await draw()
      prints.set(name, bytes)
      return bytes
    }
    const current = printing.get(name) ?? drawn().finally(() => printing.delete(name))
    printing.set(name, current)
    return current
  }
}

/** The base of the players' picture: the stored one, which contains no secrets; printed again for a changed plan. */
export const playersPrint = async (
  { files, images }: Pick<Deps, 'files' | 'images'>,
  map: Pick<OpenedMap, 'file' | 'drawn' | 'plan'>,
): Promise<Uint8Array> => {
  const { file, plan } = map
  if (!plan || !images.print || playersVersion(map) === null) return files.get(file.key)
  return (await images.print({ plan, audience: 'players' })).png
}
