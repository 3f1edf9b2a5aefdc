type Parts = readonly (readonly string[])[]

/** Each took the former parser a second at least at 60,000 characters, or overflowed its stack. */
const representative: Parts = [
  ...[['> '], ['*a**b '], ['!'], ['_', '~~a '], ['a*'], ['<a b="'], ['\u00a0'], ['**a*b'], ['<', '~~a ']],
  ['<script>', '</script x'],
]

/** Known from other parsers, or found by combining pieces of the syntax at random. */
const others: Parts = [
  ...[['1. '], ['- '], [' >'], ['* a\n'], ['>>', '\\\n'], ['> ', '- ']],
  ...[['_a__'], ['a_ '], ['***a '], ['~~a '], ['*', '"', '*'], ['**a ', '^']],
  ...[['['], ['!['], ['[]('], ['[a]('], ['[a]: b\n', '[a]'], ['[a]: '], ['[a][', 'a]'], ['[', ']'], ['[](<']],
  ...[['[x](/lore/view/00000000-0000-7000-8000-000000000001)'], ['![](/images/00000000-0000-7000-8000-000000000001)']],
  ...[['<'], ['<!--'], ['<?'], ['</'], ['<script'], ['<div>\n', '<']],
  ...[['`a``'], ['`', '_'], ['```\n'], ['    a\n'], ['&'], ['&#'], ['&amp;'], ['\\'], ['\\\n']],
  ...[['|'], ['a|'], ['|a|\n|-|\n'], ['| a |\n|---|\n', '| b |\n'], ['a\n===\n'], ['---\n']],
  ...[[' '], ['\t', 'a'], ['  \n'], ['\n'], ['a \n'], ['http://a.b/*'], ['a@b.'], ['www.'], ['http://é']],
]

const named = (all: Parts): readonly (readonly [name: string, of: (letters: number) => string])[] =>
  all.map((parts) => [
    parts.map((part) => JSON.stringify(part)).join(' then '),
    (letters) => parts.map((part) => part.repeat(Math.ceil(letters / parts.length / part.length))).join(''),
  ])

/** Markdown that some parser takes quadratic time for, or overflows its stack by: each part is repeated up to a length. */
export const slowMarkdown = named(representative)
export const moreSlowMarkdown = named(others)
