import classes from './avatar.module.css'

const pastels = ['#e0a44c', '#93b9df', '#6fc6ae', '#f0a274', '#c8a9d6', '#a3c58d', '#f2937f', '#cdbfab']

/** From the name alone, which every screen has: the same person has the same colour on each of them. */
const colourOf = (name: string) => {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return pastels[sum % pastels.length]
}

/** A person's first letter. The name stands beside it or in the label of what holds it. */
export const Avatar = ({ name, size = 28 }: { name: string; size?: number }) => (
  <span
    className={classes.avatar}
    style={{ width: size, height: size, fontSize: size * 0.43, background: colourOf(name.trim()) }}
    aria-hidden="true"
  >
    {(name.trim()[0] ?? '?').toUpperCase()}
  </span>
)
