import { useMemo } from 'react'
import type { AdminEvent } from '#domain/me.ts'
import classes from './inspector.module.css'
import { jsonLines } from './json-lines.ts'

/** The event as it is stored; the names that were looked up for it are not part of it. */
export const storedForm = ({ id, type, stream, revision, position, at, data, metadata }: AdminEvent) => ({
  id,
  type,
  stream,
  revision,
  position,
  at,
  data,
  metadata,
})

export const Payload = ({ event }: { event: AdminEvent }) => {
  const lines = useMemo(() => jsonLines(storedForm(event)), [event])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.payload} tabIndex={0} aria-label="Event as JSON">
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
