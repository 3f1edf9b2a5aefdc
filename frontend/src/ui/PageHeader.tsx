import type { ReactNode } from 'react'
import classes from './page.module.css'

/** A screen's title (also the document's title), a detail next to it, and actions, which wrap on a phone. */
export const PageHeader = ({ title, detail, actions }: { title: string; detail?: ReactNode; actions?: ReactNode }) => (
  <header className={classes.header}>
    <title>{`${title} · Loreloom`}</title>
    <h1 className={classes.title}>{title}</h1>
    {detail && (
      <span className={classes.aside} dir="auto">
        {detail}
      </span>
    )}
    {actions && <div className={classes.actions}>{actions}</div>}
  </header>
)

/** The scrolling area of a screen, with the page's gutters. */
export const Page = ({ children }: { children: ReactNode }) => <section className={classes.page}>{children}</section>
