import { IconFileText } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useEffectEvent } from 'react'
import type { Mentionable } from '../../data/mentions.ts'
import { ConjurationImage } from '../../ui/ConjurationImage.tsx'
import classes from './mention-picker.module.css'
import { marked, shortened } from './names.ts'
import { useActive } from './use-active.ts'
import { useMentionables } from './use-mentionables.ts'

interface Props {
  campaignId: string
  query: string
  /** Pixels within what holds the text: under the line. */
  place: { left: number; top: number }
  /** The field that is typed in: its keys walk the list. */
  field: HTMLElement
  onChoose: (mentioned: Mentionable) => void
  onClose: () => void
}

const listId = 'mention-list'
const optionId = (n: number) => `${listId}-${n}`

/** What a name after @ may mean. The focus stays in the text. */
export const MentionPicker = ({ campaignId, query, place, field, onChoose, onClose }: Props) => {
  const found = useMentionables(campaignId, query)
  const { active, activate, walk } = useActive(found, query)
  const one = found[active]

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || !(event.target instanceof Node) || !field.contains(event.target)) return
    const acts: Record<string, (() => void) | undefined> = {
      ArrowDown: one && (() => walk(1)),
      ArrowUp: one && (() => walk(-1)),
      Enter: one && (() => onChoose(one)),
      Tab: one && (() => onChoose(one)),
      Escape: onClose,
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    event.stopImmediatePropagation()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    // Before the editor's own keys, and those of the table that its cell is in.
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [])
  const isAny = one !== undefined
  useEffect(() => {
    field.setAttribute('aria-controls', listId)
    return () => {
      field.removeAttribute('aria-controls')
      field.removeAttribute('aria-activedescendant')
    }
  }, [field])
  useEffect(() => {
    if (isAny) field.setAttribute('aria-activedescendant', optionId(active))
    else field.removeAttribute('aria-activedescendant')
  }, [field, active, isAny])

  return (
    <div className={classes.list} style={{ '--left': `${place.left}px`, '--top': `${place.top}px` } as CSSProperties}>
      <div id={listId} role="listbox" aria-label="Mention">
        {found.map((one, n) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active one
          <div
            key={one.id}
            id={optionId(n)}
            className={classes.option}
            role="option"
            aria-selected={n === active}
            onMouseDown={(event) => {
              event.preventDefault()
              onChoose(one)
            }}
            onMouseMove={() => activate(one.id)}
          >
            <span className={classes.face}>
              {one.kind === 'lore' ? (
                <ConjurationImage id={one.id} uri={one.imageUri} width={28} />
              ) : (
                <IconFileText size={15} />
              )}
            </span>
            <span className={one.kind === 'lore' ? classes.name : classes.file} dir="auto" title={one.name}>
              {marked(one.kind === 'file' ? shortened(one.name) : one.name, query).map(({ text, isHit }, k) =>
                isHit ? <mark key={k}>{text}</mark> : <span key={k}>{text}</span>,
              )}
            </span>
            <span className={classes.kind}>{one.kind === 'lore' ? 'Lore' : 'File'}</span>
          </div>
        ))}
      </div>
      <p className={classes.foot}>
        <span>↑↓ choose</span>
        <span>Enter inserts</span>
        <span>Esc closes</span>
        <span role="status">{found.length} found</span>
      </p>
    </div>
  )
}
