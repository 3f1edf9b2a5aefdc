import type { KeyboardEvent, ReactNode } from 'react'
import classes from './collection.module.css'

export type Tab = 'collections' | 'templates'

const names: Record<Tab, string> = { collections: 'Collections', templates: 'Templates' }
const order: Tab[] = ['collections', 'templates']

interface Props {
  tab: Tab
  /** A summary of the folder's content. */
  summary: string
  onChange: (tab: Tab) => void
  children: ReactNode
}

export const panelId = (tab: Tab): string => `col-panel-${tab}`

/** The page's two tabs, with a summary of the folder at their right. */
export const Tabs = ({ tab, summary, onChange, children }: Props) => {
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: 1 }[event.key]
    const other = order[(order.indexOf(tab) + (step ?? 0)) % order.length]
    if (!step || !other) return
    onChange(other)
    event.currentTarget.querySelector<HTMLElement>(`[aria-controls="${panelId(other)}"]`)?.focus()
  }
  return (
    <div className={classes.tabs}>
      <div role="tablist" aria-label="Lore" onKeyDown={walk}>
        {order.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={each === tab}
            aria-controls={panelId(each)}
            tabIndex={each === tab ? 0 : -1}
            onClick={() => onChange(each)}
          >
            {names[each]}
          </button>
        ))}
      </div>
      <span className="num">{summary}</span>
      {children}
    </div>
  )
}
