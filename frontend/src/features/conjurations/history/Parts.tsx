import type { Part } from './diff.ts'

/** Removed, added and unchanged text. */
export const Parts = ({ parts }: { parts: readonly Part[] }) => (
  <p dir="auto">
    {parts.map(({ kind, text }, n) => {
      const key = `${n}${kind}`
      if (kind === 'added') return <ins key={key}>{text}</ins>
      return kind === 'removed' ? <del key={key}>{text}</del> : <span key={key}>{text}</span>
    })}
  </p>
)
