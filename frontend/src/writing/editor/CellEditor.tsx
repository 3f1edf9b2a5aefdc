import type Quill from 'quill/core.js'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Delta, type Op } from '#domain/deltas.ts'
import { createQuill } from './create-quill.ts'

interface Props {
  label: string
  content: Op[]
  onChange: (change: Op[]) => void
}

const none = { undo() {}, redo() {} }
const withEnd = (content: Op[]) => new Delta(content).insert('\n')

/** A small editor for the one cell that is in hand. What others write in it comes as a difference. */
export const CellEditor = ({ label, content, onChange }: Props) => {
  const host = useRef<HTMLDivElement>(null)
  const quill = useRef<Quill>(null)
  const changed = useEffectEvent(onChange)
  const make = useEffectEvent((element: HTMLElement) => {
    const made = createQuill(element, { kind: 'description', label, placeholder: '', steps: none })
    made.setContents(withEnd(content), 'silent')
    made.setSelection(made.getLength() - 1, 0, 'silent')
    return made
  })
  useEffect(() => {
    const around = host.current
    if (!around) return
    const made = make(around.appendChild(document.createElement('div')))
    made.on('text-change', (change, _before, source) => {
      if (source === 'user') changed(change.ops)
    })
    quill.current = made
    made.focus()
    return () => {
      quill.current = null
      around.replaceChildren()
    }
  }, [])
  useEffect(() => {
    const made = quill.current
    if (!made) return
    const difference = made.getContents().diff(withEnd(content))
    if (difference.ops.length > 0) made.updateContents(difference, 'api')
  }, [content])
  return <div ref={host} />
}
