import type { z } from 'zod'

/** Validation messages of fields without one in their schema: the field's name and the expected value. */
export const zodMessages: z.core.$ZodErrorMap = (issue) => {
  const field = nameOf(issue.path)
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `${field} is required` : `${field} must be ${article(issue.expected)}`
    case 'too_big':
      return `${field} cannot exceed ${issue.maximum}${unit(issue.origin)}`
    case 'too_small':
      return `${field} must be at least ${issue.minimum}${unit(issue.origin)}`
    case 'invalid_value':
      return `${field} must be ${issue.values
        .map(String)
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1')}`
    case 'invalid_format':
      return `${field}: not in the right form`
    case 'unrecognized_keys':
      return `There is no ${issue.keys.join(', ')} here`
    default:
      return `${field}: not right`
  }
}

/** `imageIds.0` becomes "imageIds"; the problem's `errors` contain the index. */
const nameOf = (path: readonly PropertyKey[] | undefined): string => {
  const name = path?.findLast((key) => typeof key === 'string') ?? 'This request'
  const words = String(name)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const article = (expected: string) => {
  const noun = { array: 'list', string: 'text', boolean: 'true or false', int: 'whole number' }[expected] ?? expected
  return /^(text|true)/.test(noun) ? noun : `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

const unit = (origin: string) => ({ string: ' characters', array: ' entries' })[origin] ?? ''
