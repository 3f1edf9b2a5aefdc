import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BackLink } from '../../../../ui/BackLink.tsx'
import classes from './map-page.module.css'

interface Props {
  back: string
  title: string
  /** True if no panel contains the page's heading. */
  isHeading?: boolean
  children?: ReactNode
}

/** A link back, and the map's name. */
export const Head = ({ back, title, isHeading = false, children }: Props) => (
  <header className={classes.head}>
    <BackLink to={back} wordClass={classes.desk} />
    <nav aria-label="Breadcrumb">
      <Link to="/maps">Maps</Link>
      <IconChevronRight size={14} aria-hidden="true" />
      {isHeading ? <h1>{title}</h1> : <b dir="auto">{title}</b>}
    </nav>
    {children}
  </header>
)
