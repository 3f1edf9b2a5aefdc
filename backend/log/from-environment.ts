import { WrongUsage } from '../platform/arguments.ts'

/**
 * Replaces `env:NAME`, also in `--to=env:NAME`, by the value of that variable. All users of the machine can see typed
 * arguments (`ps`), and npm prints them; environment variables are visible to this user alone.
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
