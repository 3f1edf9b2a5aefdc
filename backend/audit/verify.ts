import fs from 'node:fs/promises'
import type { SignedHead } from '#domain/audit-chain.ts'
import { parsed } from '../platform/arguments.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import type { HeadVerdict } from './chain/heads-beside.ts'
import { headsIn } from './chain/heads-in-file.ts'
import { verifyInstalled } from './chain/installed.ts'
import { installedChain } from './installed.ts'
import type { Subcommand } from './subcommand.ts'

/** Whether every account and billing event is as it was when it was linked: all of them are read, as they are stored. */
export const verifyChain: Subcommand = {
  usage: '[--heads <file>]',
  async run(args, context) {
    const { heads } = parsed(args, { options: { heads: { type: 'string' } } }).values
    const { installed, elsewhere } = await installedChain(context)
    const signed = heads === undefined ? [] : await signedIn(heads)
    const answer = await verifyInstalled(installed, context.signal, [...elsewhere, ...signed])
    const isWhole = answer.result === 'proven' || answer.result === 'consistent'
    return { answer, differs: !isWhole || (signed.length > 0 && !isOfKept(signed, answer.heads)) }
  },
}

/** Heads of a file that somebody named: without one there is nothing to verify against. */
const signedIn = async (file: string): Promise<SignedHead[]> => {
  await fs.access(file, fs.constants.R_OK).catch(() => {
    throw new CannotStart(`${file} cannot be read.`)
  })
  const signed = await headsIn(file)
  if (signed.length === 0) throw new CannotStart(`There is no signed head in ${file}.`)
  return signed
}

/** Heads that somebody kept prove something where one of them is of this chain: all others may have been made with it. */
export const isOfKept = (kept: readonly SignedHead[], verdicts: readonly HeadVerdict[]): boolean =>
  verdicts.some(
    ({ result, length, at, key }) =>
      result === 'matches' && kept.some((head) => head.length === length && head.at === at && head.key === key),
  )
