import type { Files } from '../../providers/files.ts'
import type { OpenedMap } from './opened.ts'

/** A map's picture for whom it is made. */
export const printFor = (files: Files, { file }: OpenedMap, _audience: 'dm' | 'players'): Promise<Buffer> =>
  files.get(file.key)
