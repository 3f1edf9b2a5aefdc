import fs from 'node:fs/promises'
import type { SignedHead } from '#domain/audit-chain.ts'
import { parsed } from '../platform/arguments.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import type { HeadVerdict } from './chain/heads-beside.ts'
import { headsIn } from './chain/heads-in-file.ts'
import { verifyInstalled } from './chain/installed.ts'
import { installedChain } from './installed.ts'
import type { Subcommand } from './subcommand.ts'

/** Verifies every account and billing event against its link, reading all of them as stored. */
export const verifyChain: Subcommand = {
  usage: '[--heads <file>]',
  async run(args, context) {
    const { heads } = parsed(args, { options: { heads: { type: 'string' } } }).values
    const { installed, elsewhere } = await installedChain(context)
    const signed = heads === undefined ? [] : await signedIn(heads)
    const answer = await verifyInstalled(installed, context.signal, [...elsewhere, ...signed])
    const isWhole = answer.result === 'proven' || answer.result === 'consistent'
    return { answer, differs: !isWhole || (signed.length > 0 && !matchesStoredHead(signed, answer.heads)) }
  },
}

/** Heads of a given file; fails without any, since there would be nothing to verify against. */
const signedIn = async (file: string): Promise<SignedHead[]> => {
  await fs.access(file, fs.constants.R_OK).catch(() => {
    throw new CannotStart(`${file} cannot be read.`)
  })
  const signed = await headsIn(file)
  if (signed.length === 0) throw new CannotStart(`There is no signed head in ${file}.`)
  return signed
}

/**
 * True if one of the externally stored heads belongs to this chain: all other heads may have been forged together with
 * it.
 */
export const matchesStoredHead = (stored: readonly SignedHead[], verdicts: readonly HeadVerdict[]): boolean =>
  verdicts.some(
    ({ result, length, at, key }) =>
      result === 'matches' && stored.some((head) => head.length === length && head.at === at && head.key === key),
  )
