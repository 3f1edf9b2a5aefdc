import { type ParseArgsConfig, parseArgs } from 'node:util'

/** What was asked for on the command line is nothing that it takes. */
export class WrongUsage extends Error {}

/** The arguments, read as `parseArgs` of Node does. */
export const parsed = <Config extends ParseArgsConfig>(args: readonly string[], config: Config) => {
  try {
    return parseArgs({ ...config, args: [...args] })
  } catch {
    throw new WrongUsage()
  }
}
