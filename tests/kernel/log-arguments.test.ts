import { expect, test } from 'vitest'
import { fromEnvironment, showsPassword } from '../../backend/log/from-environment.ts'

/** `npm run log`: an address with its password is not to be typed. */
const env = { LOG_TO: 'esdb://loreloom:a secret@es1:2113' }

test('env:NAME is what the variable holds, wherever an address can stand', () => {
  expect(fromEnvironment(['--to', 'env:LOG_TO'], env)).toEqual(['--to', env.LOG_TO])
  expect(fromEnvironment(['--to=env:LOG_TO', '--follow'], env)).toEqual([`--to=${env.LOG_TO}`, '--follow'])
  expect(fromEnvironment(['env:LOG_TO', 'log.jsonl', '-'], env)).toEqual([env.LOG_TO, 'log.jsonl', '-'])
})

test('one that is not set is named', () => {
  expect(() => fromEnvironment(['env:LOG_FROM'], env)).toThrow('The variable LOG_FROM is not set.')
})

test.each([
  ['esdb://loreloom:secret@es1:2113', true],
  ['--to=esdb://loreloom:a/b@es1:2113,es2:2113?tls=true', true],
  ['esdb://es1:2113?tls=false', false],
  ['esdb://loreloom@es1:2113', false],
  ['env:LOG_TO', false],
  ['log.jsonl', false],
])('%s shows a password: %s', (arg, shows) => {
  expect(showsPassword([arg])).toBe(shows)
})
