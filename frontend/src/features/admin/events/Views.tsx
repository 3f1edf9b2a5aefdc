import { type KeyboardEvent, useRef } from 'react'
import classes from './inspector.module.css'
import { type View, views } from './views.ts'

const keys = Object.keys(views) as View[]

/** The inspector's views, as tabs. */
export const Views = ({ chosen, onChoose }: { chosen: View; onChoose: (view: View) => void }) => {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (keys.indexOf(chosen) + step + keys.length) % keys.length
    onChoose(keys[next] ?? '')
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label="Of the event" className={classes.views} onKeyDown={onKeyDown}>
      {keys.map((view) => (
        <button
          key={view}
          type="button"
          role="tab"
          aria-selected={view === chosen}
          tabIndex={view === chosen ? 0 : -1}
          onClick={() => onChoose(view)}
        >
          {views[view]}
        </button>
      ))}
    </div>
  )
}
