import type { Deps } from '../../http/deps.ts'
import { lruCache } from '../../platform/lru-cache.ts'
import { dmPrintKey } from '../../providers/rendered-keys.ts'
import { renderedFiles } from '../images/rendered-files.ts'
import type { OpenedMap } from './opened.ts'
import { planVersion, playersVersion } from './versions.ts'

/** Bytes of prints of changed plans that a process keeps. */
const mostBytes = 32 * 2 ** 20

/**
 * A map's picture with what is secret, for its DM: printed from its plan, once. The print of the plan as it was drawn is stored; those of changed plans are many, and kept in memory alone.
 * The stored picture shows no secrets, and is all there is without a plan.
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

/** What players' picture is made of: the stored one, which shows no secrets; printed anew once their plan is another. */
export const playersPrint = async (
  { files, images }: Pick<Deps, 'files' | 'images'>,
  map: Pick<OpenedMap, 'file' | 'drawn' | 'plan'>,
): Promise<Uint8Array> => {
  const { file, plan } = map
  if (!plan || !images.print || playersVersion(map) === null) return files.get(file.key)
  return (await images.print({ plan, audience: 'players' })).png
}
