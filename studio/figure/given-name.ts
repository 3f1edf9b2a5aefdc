const connecting = '(?:of|the|de|der|von|van|la|le|du|al|ibn|bint)'
const capitalised = String.raw`\p{Lu}[\p{L}\p{M}'’.-]*`
const quoted = /["“”«»„]([^"“”«»„]{2,60})["“”«»„]/u
const given = new RegExp(
  String.raw`\b(?:named|called)\s+(${capitalised}(?:\s+(?:${connecting}\s+)*${capitalised})*)`,
  'u',
)

/** Returns the name that a prompt gives, in quotes or after "named" or "called", and the prompt without it. */
export const nameIn = (prompt: string): { name: string | undefined; rest: string } => {
  const match = quoted.exec(prompt) ?? given.exec(prompt)
  const name = match?.[1]?.replace(/[.,;]+$/, '').trim()
  if (!match || !name) return { name: undefined, rest: prompt }
  return { name, rest: `${prompt.slice(0, match.index)} ${prompt.slice(match.index + match[0].length)}`.trim() }
}
