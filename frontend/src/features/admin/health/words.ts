/** Texts for administrators by finding code. */
export const findingWords: Readonly<Record<string, string>> = {
  altered: 'An event does not say what it did when it was linked.',
  removed: 'An event that was linked is gone.',
  inserted: 'An event was never linked.',
  link: 'A link of the chain is gone or is not what it was.',
  head: 'A head was signed of another chain than this.',
  truncated: 'The log ends before the chain does: was it restored from an older copy?',
  not_kept: 'A signed head could not be put where it is kept.',
  differs: 'A row is not what the log makes of it.',
  not_compared: 'A view could not be compared.',
}
