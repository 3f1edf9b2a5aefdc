import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CannotStart } from './cannot-start.ts'

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

/** What is asked of a command with subcommands: the one that is named, with its arguments. Throws CannotStart, with how each is used, where there is none of that name. */
export const subcommandOf = <Kind extends { usage: string }>(
  command: string,
  subcommands: Readonly<Record<string, Kind>>,
  [name = '', ...args]: readonly string[],
) => {
  const usageOf = (each: string) => `npm run ${command} -- ${each} ${subcommands[each]?.usage}`.trimEnd()
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined
  if (!subcommand)
    throw new CannotStart(['usage:', ...Object.keys(subcommands).map((each) => `  ${usageOf(each)}`)].join('\n'))
  return { subcommand, args, usage: `usage: ${usageOf(name)}` }
}
