import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CannotStart } from './cannot-start.ts'

/** A command line that the command does not accept; the message names the offending argument, if there is one. */
export class WrongUsage extends Error {
  /** Adds the usage text for the operator. */
  explained(usage: string): CannotStart {
    return new CannotStart(this.message === '' ? usage : `${this.message}\n${usage}`)
  }
}

/** Parses the arguments with Node's `parseArgs`. Throws WrongUsage, whose message names an unknown option or one without its value. */
export const parsed = <Config extends ParseArgsConfig>(args: readonly string[], config: Config) => {
  try {
    return parseArgs({ ...config, args: [...args] })
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? named(error.message) : '')
  }
}

/** Reduces Node's message to its first sentence, without the advice about dashes; removes the credentials of a misplaced URL. */
const named = (message: string) => `${withoutLogin(message.split(/\.\s|\n/)[0] ?? '')}.`
const withoutLogin = (text: string) => text.replace(/:\/\/.*@/, '://')

/** Returns the only positional argument, called `name` in the usage text. Throws WrongUsage if there is none, or more than one. */
export const onlyArgument = ([value, more]: readonly string[], name: string): string => {
  if (value === undefined) throw new WrongUsage(`${name} is missing.`)
  if (more !== undefined) throw new WrongUsage(`Unexpected argument '${withoutLogin(more)}'.`)
  return value
}

/**
 * Parses the arguments of a command without subcommands with `read`. Throws CannotStart with the usage text if they are
 * wrong.
 */
export const readUsage = <Parsed>(usage: string, read: () => Parsed): Parsed => {
  try {
    return read()
  } catch (error) {
    throw error instanceof WrongUsage ? error.explained(usage) : error
  }
}

/**
 * Selects the named subcommand and parses its arguments. Throws CannotStart with all usage texts if none has that name.
 */
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
