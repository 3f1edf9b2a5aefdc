import { describe, expect, test } from 'vitest'
import { predicateOf } from '../../eventstore/embedded/filter.ts'

/** .NET's regular expressions, as EventStoreDB's filters are. */
const filter = (regex: string, worked?: () => number) => {
  const picks = predicateOf({ on: 'stream', regex, prefixes: [], checkpointEvery: 1 }, worked)
  if (!picks) throw new Error('There is no filter')
  return (name: string) => picks({ stream: Buffer.from(name), type: Buffer.alloc(0) })
}

test.each([
  ['(?i)^dog', ['DOG-1', 'dog-2'], ['a dog']],
  ['\\Aab\\z', ['ab'], ['ab\n', 'xab']],
  ['ab$', ['ab', 'ab\n'], ['abc', 'ab\n\n']],
  ['^ab\\Z', ['ab', 'ab\n'], ['abc']],
  ['^a.b$', ['axb', 'a\rb'], ['a\nb']],
  ['(?s)^a.b$', ['a\nb'], ['ab']],
  ['(?m)^b$', ['a\nb'], ['ab']],
  ['(?x) a b # both\n c', ['abc'], ['a b c']],
  ['^\\d+$', ['12', '١٢'], ['x']],
  ['^\\w+$', ['ünï_1'], ['a-b', '']],
  ['\\bfoo\\b', ['a foo', 'foo'], ['food', 'ñfoo']],
  ['^[a-z-[aeiou]]+$', ['bcd'], ['bad']],
  ['^[]a]', [']', 'a'], ['b']],
  ['^[^]a]', ['b'], [']', 'a']],
  ['^[\\w-]+$', ['a-b'], ['a b']],
  ['a{', ['a{'], ['a']],
  ['^a{2,3}$', ['aa', 'aaa'], ['a', 'aaaa']],
  ["^(?'first'a)(?<second>b)$", ['ab'], ['a']],
  ['^(?i:A)b$', ['ab', 'Ab'], ['aB']],
  ['(?#what it is)^a/b$', ['a/b'], ['a-b']],
  ['^(?!\\$).+', ['a'], ['$a', '']],
  ['^account|^transfer', ['account-1', 'transfer-1'], ['an account']],
  ['\\p{Lu}', ['aB'], ['ab']],
  ['^\\x41\\u0042\\t$', ['AB\t'], ['AB']],
])('%s', (regex, let_, left) => {
  const passes = filter(regex)
  expect(let_.filter(passes)).toEqual(let_)
  expect(left.filter(passes)).toEqual([])
})

test.each([
  ['(?>a)', 'an atomic group'],
  ['(a)\\1', 'a back-reference'],
  ['(?<a-b>x)', 'a balancing group'],
  ['(?(a)b)', 'a condition'],
  ['a(?i)b', 'options (?…) after its beginning'],
  ['\\p{IsGreek}', '\\p{IsGreek}'],
  ['\\G', '\\G'],
  ['[a', 'not closed'],
  ['(', 'not a regular expression'],
  ['x'.repeat(1001), '1000 characters'],
])('%s is refused by its name', (regex, text) => {
  expect(() => filter(regex)).toThrow(text)
})

describe('a pattern that could take for ever', () => {
  test.each(['^(a+)+$', '^(a|a)*$', '^(a*)*b$', '(?:a?){40}a{40}b', '(.*)(.*)(.*)(.*)(.*)(.*)(.*)x'])('%s', (regex) => {
    const passes = filter(regex)
    expect(() => passes(`${'a'.repeat(3000)}!`)).toThrow('takes too long')
  })

  test('is used as it is where it does not', () => {
    const passes = filter('^(a+)+$')
    expect(['a', 'aaa', 'b'].map(passes)).toEqual([true, true, false])
  })

  test('is tried again where the machine had no time for it, until it has cost enough', () => {
    // 20 ms of work between two looks.
    let looks = 0
    const passes = filter('^(a+)+$', () => 20 * looks++)
    expect(() => passes(`${'a'.repeat(3000)}!`)).toThrow('takes too long')
    // Before, after each of three tries, and at the end.
    expect(looks).toBe(5)
  })

  test('is refused for good by what its slow names cost together', () => {
    let work = 0
    const passes = filter('^(a+)+$', () => (work += 30))
    const names = Array.from({ length: 100 }, (_, index) => 'a'.repeat(index + 1))
    const asked = names.findIndex((name) => {
      try {
        return !passes(name)
      } catch {
        return true
      }
    })
    // Each costs 30 ms: once they have come to more than two seconds, no other is looked at.
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThanOrEqual(67)
  })
})
