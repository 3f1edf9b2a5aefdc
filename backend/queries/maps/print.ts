import type { Deps } from '../../http/deps.ts'
import { dmPrintKey } from '../../providers/rendered-keys.ts'
import { renderedFiles } from '../images/rendered-files.ts'
import type { OpenedMap } from './opened.ts'

/** A map's picture with what is secret, for its DM: printed from its plan, once. The stored picture shows no secrets, and is all there is without a plan. */
export const dmPrints = ({ files, images }: Pick<Deps, 'files' | 'images'>) => {
  const once = renderedFiles(files)
  return ({ file, drawn: plan }: Pick<OpenedMap, 'file' | 'drawn'>): Promise<Buffer> => {
    const { print } = images
    if (!plan || !print) return files.get(file.key)
    const draw = async () => Buffer.from((await print({ plan, audience: 'dm' })).png)
    return once.bytes(dmPrintKey(file.key), 'image/png', draw)
  }
}

/** What players' picture is made of: the stored one, which shows no secrets; printed anew once they have found some. */
export const playersPrint = async (
  { files, images }: Pick<Deps, 'files' | 'images'>,
  { file, plan, found }: Pick<OpenedMap, 'file' | 'plan' | 'found'>,
): Promise<Uint8Array> => {
  if (!plan || found.length === 0 || !images.print) return files.get(file.key)
  return (await images.print({ plan, audience: 'players' })).png
}
