import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isLink } from '#domain/text-formats.ts'
import classes from '../text-editor.module.css'

interface Props {
  /** Where it leads now; empty for none. */
  link: string
  onSave: (link: string | false) => void
  onClose: () => void
}

/** An address as people write it: without a scheme it is one of the web. */
const addressOf = (typed: string): string => {
  const text = typed.trim()
  return text === '' || /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(text) ? text : `https://${text}`
}

/** Where the words that are selected lead. */
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
