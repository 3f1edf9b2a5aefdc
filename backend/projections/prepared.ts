import { createHash } from 'node:crypto'

const names = new Map<string, string>()
const nameOf = (text: string): string => {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Names a statement so that each text is prepared once per connection. Only for a limited number of texts. */
export const prepared = <Query extends { text: string }>(query: Query): Query & { name: string } => ({
  ...query,
  name: nameOf(query.text),
})
