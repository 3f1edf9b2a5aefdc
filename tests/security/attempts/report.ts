import { type Kind, kinds } from './attempt.ts'

export interface Outcome {
  kind: Kind
  name: string
  /** Statuses that were answered, or what is so afterwards. */
  result: string
  hasHeld: boolean
}

const introduction = `# Security review

Attempts by users who have no right to what they attempt, over the whole embedded stack: every line is code in
[tests/security/attempts](../tests/security/attempts/). \`npm run walks -- attempts\` makes all of them again and prints this page;
with \`ATTEMPTS_WRITE=1\` it writes it. A number is the HTTP status that was answered.

Other tests attempt more of some kinds: every route as [eight kinds of users](../tests/security/rights-table.ts), requests at random
(\`npm run faults -- door\`), attacks on the service beside ordinary users (\`npm run faults -- abuse\`).
`

/** Letters that are not to be seen, or begin a tag, written out. */
const written = (text: string) =>
  text
    .replaceAll('<', '&lt;')
    .replace(/[\p{Cf}\p{Cn}\p{Zl}\u3164]/gu, (letter) => `\\u${letter.codePointAt(0)?.toString(16).padStart(4, '0')}`)

/** The review as Markdown: a table by kind, and each attempt as one line. */
export const reportOf = (outcomes: readonly Outcome[]): string => {
  const all = Object.entries(kinds) as [Kind, string][]
  const held = (of: readonly Outcome[]) => of.filter(({ hasHeld }) => hasHeld).length
  const ofKind = (kind: Kind) => outcomes.filter((outcome) => outcome.kind === kind)
  const rows = all.map(([kind, title]) => `| ${title} | ${ofKind(kind).length} | ${held(ofKind(kind))} |`)
  const lists = all.map(
    ([kind, title]) =>
      `## ${title}\n\n${ofKind(kind)
        .map(({ name, result, hasHeld }) => `- ${hasHeld ? '' : '**succeeded:** '}${written(name)}: ${result}`)
        .join('\n')}\n`,
  )
  return [
    introduction,
    `| Kind | Attempts | Held |\n|---|---|---|\n${rows.join('\n')}\n| **All** | **${outcomes.length}** | **${held(outcomes)}** |\n`,
    ...lists,
  ].join('\n')
}
