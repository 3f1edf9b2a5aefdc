const signs: RegExp[] = [
  /^#{1,6} \S/m,
  /^\s*[-*+] \S/m,
  /^\s*\d+[.)] \S/m,
  /^> ?\S/m,
  /^```/m,
  /^(?:---|\*\*\*|___)$/m,
  /\*\*\S(?:.*?\S)?\*\*/,
  /(?:^|\s)_\S(?:.*?\S)?_(?:\s|[.,;:!?]|$)/m,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  /^\|.+\|\s*\n\|[\s:|-]+\|/m,
  /`[^`\n]+`/,
]

/** Whether somebody who pastes this most likely means what its signs say. One sign within a single short line may be a word's own. */
export const looksLikeMarkdown = (text: string): boolean => signs.some((sign) => sign.test(text))
