import type Quill from 'quill/core.js'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Delta, type Op } from '#domain/deltas.ts'
import { toast } from '../../ui/toast.ts'
import { createQuill, type Steps } from './create-quill.ts'
import { Fillings, inLine } from './Fillings.tsx'
import { useFilled } from './use-quill.ts'

interface Props {
  label: string
  /** As it was drawn. */
  content: Op[]
  /** As it is: letters are typed faster than they are drawn. */
  read: () => Op[]
  /** The whole text's: what was done in a cell is one of its steps. */
  steps: Steps
  /** What is selected in it at first; the caret is at its end without. */
  at: { index: number; length: number } | undefined
  /** Told of the editor once it is there, and of null when it goes. */
  onCell: (cell: Quill | null) => void
  onChange: (change: Op[]) => void
}

const noPictures = 'A cell holds words only. Paste the picture above or below the table.'

// A delta keeps the list that it is given, and this one is the table's.
const withEnd = (content: Op[]) => new Delta([...content]).insert('\n')

/** A small editor for the one cell that is in hand. What others write in it comes as a difference. */
export const CellEditor = ({ label, content, read, steps, at, onCell, onChange }: Props) => {
  const host = useRef<HTMLDivElement>(null)
  const quill = useRef<Quill>(null)
  const { filled, listen } = useFilled()
  const changed = useEffectEvent(onChange)
  const tell = useEffectEvent(onCell)
  const make = useEffectEvent((element: HTMLElement) => {
    const made = createQuill(element, {
      kind: 'cell',
      label,
      placeholder: '',
      steps,
      onFiles: () => toast.info(noPictures),
    })
    listen(made)
    made.setContents(withEnd(read()), 'silent')
    made.setSelection(at?.index ?? made.getLength() - 1, at?.length ?? 0, 'silent')
    return made
  })
  useLayoutEffect(() => {
    const around = host.current
    if (!around) return
    const made = make(around.appendChild(document.createElement('div')))
    made.on('text-change', (change, _before, source) => {
      if (source === 'user') changed(change.ops)
    })
    quill.current = made
    made.focus()
    tell(made)
    return () => {
      tell(null)
      quill.current = null
      around.replaceChildren()
    }
  }, [])
  const takeIn = useEffectEvent(() => {
    const made = quill.current
    // What is being typed first: it is no difference.
    made?.update('user')
    const difference = made?.getContents().diff(withEnd(read()))
    if (difference && difference.ops.length > 0) made?.updateContents(difference, 'api')
  })
  useEffect(() => takeIn(), [content])
  return (
    <>
      <div ref={host} />
      <Fillings filled={filled} fill={inLine} />
    </>
  )
}
