import { describe, expect, test } from 'vitest'
import { onlyArgument, parsed, readUsage, subcommandOf } from '../../backend/platform/arguments.ts'
import { CannotStart } from '../../backend/platform/cannot-start.ts'

/** What whoever typed something wrong is told: what it is, and how the command is used. */
const options = { to: { type: 'string' }, all: { type: 'boolean' } } as const
const usage = 'usage: npm run move -- FILE [--to URL] [--all]'
const read = (args: readonly string[]) =>
  readUsage(usage, () => {
    const { values, positionals } = parsed(args, { options, allowPositionals: true })
    return { file: onlyArgument(positionals, 'FILE'), ...values }
  })

test('what is right is read', () => {
  expect(read(['a.jsonl', '--to', 'b'])).toEqual({ file: 'a.jsonl', to: 'b' })
})

describe('what is wrong is named before the usage', () => {
  test.each([
    [['a', '--too', 'b'], "Unknown option '--too'."],
    [['a', '-q'], "Unknown option '-q'."],
    [['a', '--to'], "Option '--to <value>' argument missing."],
    [['a', '--to', '--all'], "Option '--to' argument is ambiguous."],
    [['a', '--all=yes'], "Option '--all' does not take an argument."],
    [['a', 'b'], "Unexpected argument 'b'."],
    [['a', 'esdb://me:a/secret@h:1'], "Unexpected argument 'esdb://h:1'."],
    [[], 'FILE is missing.'],
  ])('%j', (args, says) => {
    expect(() => read(args)).toThrow(new CannotStart(`${says}\n${usage}`))
  })

  test('where no argument is taken', () => {
    expect(() => parsed(['esdb://me:secret@h:1'], {})).toThrow("Unexpected argument 'esdb://h:1'.")
  })

  test('a subcommand', () => {
    expect(() => subcommandOf('log', { check: { usage: '' } }, ['chekc'])).toThrow(
      /^There is no log chekc\.\nusage:\n {2}npm run log -- check$/,
    )
  })
})
