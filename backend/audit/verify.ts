import { parseArgs } from 'node:util'
import { headsIn } from './chain/heads-in-file.ts'
import { verifyInstalled } from './chain/installed.ts'
import { installedChain } from './installed.ts'
import { type Subcommand, WrongUsage } from './subcommand.ts'

/** Whether every account and billing event is as it was when it was linked: all of them are read, as they are stored. */
export const verifyChain: Subcommand = {
  usage: '[--heads <file>]',
  async run(args, context) {
    const { heads } = optionsOf(args)
    const { installed, elsewhere } = await installedChain(context)
    const kept = heads === undefined ? [] : await headsIn(heads)
    const answer = await verifyInstalled(installed, context.signal, [...elsewhere, ...kept])
    return { answer, differs: answer.result === 'altered' || answer.result === 'truncated' }
  },
}

const optionsOf = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: { heads: { type: 'string' } } }).values
  } catch {
    throw new WrongUsage()
  }
}
