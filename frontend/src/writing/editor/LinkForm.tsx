import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isLink } from '#domain/text-formats.ts'
import classes from '../text-editor.module.css'

interface Props {
  /** The current URL; empty without a link. */
  link: string
  onSave: (link: string | false) => void
  onClose: () => void
}

/** Normalises a typed URL: without a scheme it is an https address. */
const addressOf = (typed: string): string => {
  const text = typed.trim()
  return text === '' || /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(text) ? text : `https://${text}`
}

/** Edits the link of the selected text. */
export const LinkForm = ({ link, onSave, onClose }: Props) => {
  const [typed, setTyped] = useState(link)
  const [isWrong, setWrong] = useState(false)
  const save = () => {
    const address = addressOf(typed)
    if (isLink(address)) onSave(address)
    else setWrong(true)
  }
  return (
    <form
      className={classes.link}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <TextInput
        aria-label="Address of the link"
        placeholder="https://"
        value={typed}
        error={isWrong && 'A link begins with https://, http:// or mailto:, or with / for a page of this installation.'}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoFocus
      />
      <Button type="submit" size="xs">
        Link
      </Button>
      {link !== '' && (
        <Button size="xs" variant="subtle" onClick={() => onSave(false)}>
          Remove link
        </Button>
      )}
    </form>
  )
}
