import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { attributeNameLimit, type TemplateAttribute } from '#domain/template-attributes.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { attributeName, formats, lengthOf } from '../words.ts'
import { AttributeFields } from './AttributeFields.tsx'
import { lacking } from './draft.ts'
import classes from './template-editor.module.css'
import { useReordering } from './use-reordering.ts'

interface Props {
  attributes: readonly TemplateAttribute[]
  place: number
  isOpen: boolean
  /** Shows missing fields, after the first attempt to save. */
  isChecked: boolean
  onToggle: () => void
  onChange: (change: Partial<TemplateAttribute>) => void
  onMove: (from: number, to: number) => void
  onRemove: () => void
}

/** An attribute in the list: moved by its handle, with the pointer or the arrow keys, and opened to be changed. */
export const AttributeRow = ({ attributes, place, isOpen, isChecked, onToggle, onChange, onMove, onRemove }: Props) => {
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const { isOver } = useReordering(row, handle, { place, onMove })
  // Opening or closing replaces the head that has the focus by the other one, which takes the focus.
  const isToggled = useRef(false)
  const toggle = () => {
    isToggled.current = true
    onToggle()
  }
  useEffect(() => {
    if (isToggled.current) row.current?.querySelector<HTMLElement>('[data-first-field], [aria-expanded=false]')?.focus()
    isToggled.current = false
  }, [isOpen])
  const attribute = attributes[place]
  if (!attribute) return null
  const called = attributeName(attribute, place)
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    const to = place + step
    if (to >= 0 && to < attributes.length) onMove(place, to)
  }
  return (
    <li ref={row} className={classes.row} data-open={isOpen || undefined} data-over={isOver || undefined}>
      <div className={classes.head}>
        <button
          ref={handle}
          type="button"
          className={classes.handle}
          aria-label={`Move ${called}, ${place + 1} of ${attributes.length}. Arrow keys move it.`}
          onKeyDown={walk}
        >
          <IconGripVertical size={16} aria-hidden="true" />
        </button>
        {isOpen ? (
          <OpenHead
            name={attribute.name}
            called={called}
            isChecked={isChecked}
            isOnly={attributes.length === 1}
            onToggle={toggle}
            onChange={onChange}
            onRemove={onRemove}
          />
        ) : (
          <ClosedHead attribute={attribute} called={called} isChecked={isChecked} onToggle={toggle} />
        )}
      </div>
      {isOpen && <AttributeFields attributes={attributes} place={place} isChecked={isChecked} onChange={onChange} />}
    </li>
  )
}

interface OpenHeadProps extends Pick<Props, 'isChecked' | 'onToggle' | 'onChange' | 'onRemove'> {
  name: string
  called: string
  /** A template has at least one attribute. */
  isOnly: boolean
}

/** The name as a field, with the ways to remove and to close the attribute. */
const OpenHead = ({ name, called, isChecked, isOnly, onToggle, onChange, onRemove }: OpenHeadProps) => (
  <>
    <input
      className={classes.name}
      aria-label="Attribute name"
      dir="auto"
      data-first-field
      maxLength={attributeNameLimit}
      placeholder="Name"
      aria-invalid={(isChecked && name.trim() === '') || undefined}
      value={name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
    <ActionIcon aria-label={`Remove ${called}`} title="Remove" data-danger disabled={isOnly} onClick={onRemove}>
      <IconTrash size={16} />
    </ActionIcon>
    <ActionIcon aria-label={`Close ${called}`} aria-expanded="true" onClick={onToggle}>
      <IconChevronDown size={16} className={classes.up} />
    </ActionIcon>
  </>
)

interface ClosedHeadProps extends Pick<Props, 'isChecked' | 'onToggle'> {
  attribute: TemplateAttribute
  called: string
}

/** The name, or what the attribute lacks, on a button that opens it. */
const ClosedHead = ({ attribute, called, isChecked, onToggle }: ClosedHeadProps) => {
  const missing = isChecked ? lacking(attribute) : undefined
  return (
    <button type="button" className={classes.closed} aria-expanded="false" onClick={onToggle}>
      {missing ? (
        <span className={classes.missing}>
          <IconAlertTriangle size={15} aria-hidden="true" />
          {missing}
        </span>
      ) : (
        <b dir="auto">{called}</b>
      )}
      {!attribute.required && <Badge>Optional</Badge>}
      <small>
        {formats[attribute.format]} · {lengthOf(attribute)}
      </small>
      <IconChevronDown size={15} aria-hidden="true" />
    </button>
  )
}
