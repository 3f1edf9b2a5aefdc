import { WrongUsage } from '../platform/arguments.ts'

/**
 * Arguments in which `env:NAME`, or `--to=env:NAME`, is what that variable holds. What is typed can be seen by everybody on the machine (`ps`), and npm
 * prints it; what the environment holds by this user alone.
 */
export const fromEnvironment = (args: readonly string[], env: NodeJS.ProcessEnv): string[] =>
  args.map((arg) => {
    const [, option, name] = /^(--\w+=)?env:(\w+)$/.exec(arg) ?? []
    if (name === undefined) return arg
    const value = env[name]
    if (!value) throw new WrongUsage(`The variable ${name} is not set.`)
    return `${option ?? ''}${value}`
  })

/** True if the arguments contain a password. */
export const showsPassword = (args: readonly string[]): boolean => args.some((arg) => /:\/\/[^/]*:.*@/.test(arg))
