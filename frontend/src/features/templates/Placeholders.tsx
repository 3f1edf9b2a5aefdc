import { partsOf } from '#domain/template-attributes.ts'
import classes from './templates.module.css'

/** A prompt in which the names in brackets are highlighted. */
export const Placeholders = ({ prompt }: { prompt: string }) => {
  let at = 0
  return partsOf(prompt).map(({ text, placeholder }) => {
    const key = at
    at += text.length + 2
    return placeholder ? (
      <mark key={key} className={classes.placeholder}>
        [{text}]
      </mark>
    ) : (
      <span key={key}>{text}</span>
    )
  })
}
