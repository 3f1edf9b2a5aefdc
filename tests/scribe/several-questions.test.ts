import { describe, expect, test } from 'vitest'
import { headingOf, questionsIn } from '../../scribe/index.ts'

describe('the questions of a message', () => {
  test.each<[string, string[]]>([
    ['Who is Maud and where does she live?', ['Who is Maud', 'where does she live?']],
    ['who is maud, and how old is she?', ['who is maud', 'how old is she?']],
    ['What is the Ebb and Anchor and who runs it?', ['What is the Ebb and Anchor', 'who runs it?']],
    ['Who rang it and which bell was it?', ['Who rang it', 'which bell was it?']],
    ['Who is Pell? Where does he sleep?', ['Who is Pell?', 'Where does he sleep?']],
    ['Who is Pell? And what does he want?', ['Who is Pell?', 'And what does he want?']],
    ['Who is Pell, and where is he and why did he leave?', ['Who is Pell', 'where is he', 'why did he leave?']],
  ])('are divided: %s', (message, questions) => expect(questionsIn(message)).toEqual(questions))

  test.each([
    'Who is Maud?',
    'Who are Maud and Pell?',
    'Who knows that the bell is cracked and where it hangs?',
    'Who knows when Maud left and where she is?',
    'who knows when maud left and where pell is hiding?',
    'Who knows which bell is cracked and what the crack is worth?',
    'What did the one who is blind and who she loves say?',
    'Maud is dead? Who killed her?',
    'Create a tavern and who runs it is Pell',
    'Who is A? Who is B? Who is C? Who is D?',
    '',
  ])('are left as they are: %s', (message) => expect(questionsIn(message)).toEqual([message]))

  test('are found in a long message without delay', () => {
    const message = `Who is ${'and who '.repeat(5_000)}?`
    expect(questionsIn(message)).toEqual([message])
  })
})

test.each([
  ['where does she live?', '“Where does she live?”'],
  ['Who is Maud', '“Who is Maud?”'],
  ['And what does he want?!', '“And what does he want?”'],
])('the answer to %s is headed %s', (question, heading) => expect(headingOf(question)).toBe(heading))
