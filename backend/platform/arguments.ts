import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CannotStart } from './cannot-start.ts'

/** What was asked for on the command line is nothing that it takes: the message names it, where there is something to name. */
export class WrongUsage extends Error {
  /** With how it is used, for whoever typed it. */
  explained(usage: string): CannotStart {
    return new CannotStart(this.message === '' ? usage : `${this.message}\n${usage}`)
  }
}

/** The arguments, read as `parseArgs` of Node does. Throws WrongUsage, which names the option that is not known or lacks its value. */
export const parsed = <Config extends ParseArgsConfig>(args: readonly string[], config: Config) => {
  try {
    return parseArgs({ ...config, args: [...args] })
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? named(error.message) : '')
  }
}

/** Node's own first sentence: it goes on with advice about dashes. An address that was typed in the wrong place keeps its password. */
const named = (message: string) => `${withoutLogin(message.split(/\.\s|\n/)[0] ?? '')}.`
const withoutLogin = (text: string) => text.replace(/:\/\/.*@/, '://')

/** The argument of which there is to be one, called `name` in the usage. */
export const onlyArgument = ([value, more]: readonly string[], name: string): string => {
  if (value === undefined) throw new WrongUsage(`${name} is missing.`)
  if (more !== undefined) throw new WrongUsage(`Unexpected argument '${withoutLogin(more)}'.`)
  return value
}

/** What `read` makes of the arguments of a command without subcommands. Throws CannotStart, with how it is used, where they are wrong. */
export const readUsage = <Asked>(usage: string, read: () => Asked): Asked => {
  try {
    return read()
  } catch (error) {
    throw error instanceof WrongUsage ? error.explained(usage) : error
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
  if (!subcommand) {
    const unknown = name === '' ? [] : [`There is no ${command} ${name}.`]
    throw new CannotStart(
      [...unknown, 'usage:', ...Object.keys(subcommands).map((each) => `  ${usageOf(each)}`)].join('\n'),
    )
  }
  return { subcommand, args, usage: `usage: ${usageOf(name)}` }
}
