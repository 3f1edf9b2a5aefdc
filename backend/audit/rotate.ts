import { parsed } from '../platform/arguments.ts'
import { installedChain } from './installed.ts'
import type { Subcommand } from './subcommand.ts'

/** A new key signs from now on; the one before says so, and it says whom it follows. Also while the server runs. */
export const rotateKey: Subcommand = {
  usage: '',
  async run(args, context) {
    parsed(args, {})
    const { installed } = await installedChain(context)
    return { answer: { key: await installed.signing.rotate() } }
  },
}
