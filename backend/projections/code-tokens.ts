import jsTokens from 'js-tokens'

const ignored = new Set(['WhiteSpace', 'LineTerminatorSequence', 'SingleLineComment', 'MultiLineComment'])

/** Tokens of JavaScript or TypeScript source, separated by spaces. Two sources that differ only in comments and layout give the same text. */
export const codeTokens = (source: string): string => {
  const tokens: string[] = []
  for (const { type, value } of jsTokens(source)) if (!ignored.has(type)) tokens.push(value)
  return tokens.join(' ')
}
