import type { Deps } from '../../http/deps.ts'
import { dmPrintKey } from '../../providers/rendered-keys.ts'
import { renderedFiles } from '../images/rendered-files.ts'
import type { OpenedMap } from './opened.ts'

/** A map's picture with what is secret, for its DM: printed from its plan, once. The stored picture shows no secrets, and is all there is without a plan. */
export const dmPrints = ({ files, images }: Pick<Deps, 'files' | 'images'>) => {
  const once = renderedFiles(files)
  return ({ file, plan }: Pick<OpenedMap, 'file' | 'plan'>): Promise<Buffer> => {
    const { print } = images
    if (!plan || !print) return files.get(file.key)
    const draw = async () => Buffer.from((await print({ plan, audience: 'dm' })).png)
    return once.bytes(dmPrintKey(file.key), 'image/png', draw)
  }
}
