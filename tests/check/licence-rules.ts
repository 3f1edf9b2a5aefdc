interface Rule {
  /** SPDX ids. */
  licences: readonly string[]
  why: string
  /** Only these packages may be under them. */
  packages?: RegExp
}

/** What may be shipped with a program under MIT, and why. */
export const rules: readonly Rule[] = [
  {
    licences: [
      'MIT',
      'MIT-0',
      '0BSD',
      'ISC',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'BlueOak-1.0.0',
      'Python-2.0',
      'PSF-2.0',
      'CC0-1.0',
    ],
    why: 'Asks at most that its notice stays with it, which it does: packages are shipped whole.',
  },
  { licences: ['Apache-2.0'], why: 'The same, with a grant of patents.' },
  {
    licences: ['Zlib'],
    packages: /^pako$/,
    why: 'Asks that altered sources are marked as such: the code of zlib in it is shipped unaltered.',
  },
  {
    licences: ['BSD'],
    packages: /^duck$/,
    why: 'Names no edition of the licence; its author publishes it, as mammoth, under BSD-2-Clause, and every edition allows this use.',
  },
  {
    licences: ['OFL-1.1'],
    packages: /^@fontsource(-variable)?\//,
    why: 'Fonts, shipped with a program and not sold by themselves; what is lettered in them is not under it.',
  },
  {
    licences: ['MPL-2.0'],
    packages: /^lightningcss(-|$)/,
    why: 'A tool of the web app’s build, unmodified; what it makes is not under it.',
  },
  {
    licences: ['EPL-2.0'],
    packages: /^elkjs$/,
    why: 'Its worker is shipped unmodified as a file of its own, with its licence in the package; the licence covers that file alone.',
  },
  {
    licences: ['LGPL-3.0-or-later'],
    packages: /^@img\/sharp-/,
    why: 'The library libvips, unmodified, in files of its own that anybody can replace.',
  },
]

const isAllowed = (licence: string, name: string): boolean =>
  rules.some(({ licences, packages }) => licences.includes(licence) && (packages?.test(name) ?? true))

/** Whether a package may be shipped under an SPDX expression: all parts of an "and" must be allowed, one of an "or". */
export const allows = (expression: string, name: string): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((licence) => isAllowed(licence.trim(), name)))
