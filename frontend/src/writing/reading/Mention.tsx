import { lazy, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Mention as MentionValue } from '#domain/text-formats.ts'
import { withFrom } from '../../base/from.ts'
import { Part } from '../../ui/Part.tsx'
import { useAround } from './context.ts'
import classes from './mention.module.css'

const Preview = lazy(async () => ({ default: (await import('./Preview.tsx')).Preview }))

const previewMs = 250

/**
 * A mention that links to its item and follows renames. Without an id it is plain text: the reader may not see the
 * item.
 */
export const Mention = ({ id, kind, words }: MentionValue) => {
  const { here, names, campaignId } = useAround()
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const soon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), previewMs)
  }
  const close = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  if (!id) return words
  const name = names.get(id) ?? words
  if (kind === 'file')
    return campaignId ? (
      <a className={classes.mention} dir="auto" href={`/api/campaigns/${campaignId}/files/${id}/download`}>
        {name}
      </a>
    ) : (
      name
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link inside is what is acted on
    <span
      className={classes.around}
      onMouseEnter={soon}
      onMouseLeave={close}
      onFocus={soon}
      onBlur={close}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <Link className={classes.mention} dir="auto" to={withFrom(`/lore/view/${id}`, here)}>
        {name}
      </Link>
      {isOpen && (
        <Part onFailed={close}>
          <Preview id={id} />
        </Part>
      )}
    </span>
  )
}
