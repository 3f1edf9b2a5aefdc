/** Each quantifier is bounded, so that the search takes linear time. */
const signs: RegExp[] = [
  /^#{1,6} \S/m,
  /^[ \t]{0,40}[-*+] \S/m,
  /^[ \t]{0,40}\d{1,9}[.)] \S/m,
  /^> ?\S/m,
  /^```/m,
  /^(?:---|\*\*\*|___)$/m,
  /\*\*\S(?:[^\n]{0,400}?\S)?\*\*/,
  /(?:^|\s)_\S(?:[^\n]{0,400}?\S)?_(?:\s|[.,;:!?]|$)/m,
  /\[[^[\]\n]{1,400}\]\([^)\s]{1,2048}\)/,
  /^\|[^\n]{1,2000}\|[ \t]{0,40}\n\|[ \t:-]{1,40}\|/m,
  /`[^`\n]{1,2000}`/,
]

/** Only the beginning is searched: most texts with signs have one there. */
const searched = 20_000

/** Returns true if pasted text is probably Markdown. A single sign within one short line may be part of a word. */
export const looksLikeMarkdown = (text: string): boolean => {
  const beginning = text.slice(0, searched)
  return signs.some((sign) => sign.test(beginning))
}
