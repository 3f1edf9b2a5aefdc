import { useMemo } from 'react'
import classes from './inspector.module.css'
import { jsonLines } from './json-lines.ts'

/** A value as numbered lines of JSON, with impersonation fields marked. */
export const Json = ({ value, label }: { value: unknown; label: string }) => {
  const lines = useMemo(() => jsonLines(value), [value])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={classes.payload} tabIndex={0} aria-label={label}>
      {lines.map(({ depth, tokens, key }, i) => (
        <div key={i} data-impersonator={(depth === 2 && key === 'impersonator') || undefined}>
          <u aria-hidden="true">{i + 1}</u>
          <code style={{ paddingLeft: `${depth * 2 + 2}ch`, textIndent: '-2ch' }}>
            {tokens.map(({ kind, text }, at) => (
              <span key={at} data-kind={kind}>
                {text}
              </span>
            ))}
          </code>
        </div>
      ))}
    </section>
  )
}
