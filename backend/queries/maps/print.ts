import { Rejection } from '#domain/decider.ts'
import type { Deps } from '../../http/deps.ts'
import type { OpenedMap } from './opened.ts'

/** The picture that players' is made of: of a map with a plan, printed from it without what is secret. */
export const printForPlayers = async (
  { files, images }: Pick<Deps, 'files' | 'images'>,
  { file, plan }: OpenedMap,
): Promise<Uint8Array> => {
  if (!plan) return files.get(file.key)
  // What is stored shows what is secret.
  if (!images.print) throw new Rejection('unavailable')
  return (await images.print({ plan, audience: 'players' })).png
}
