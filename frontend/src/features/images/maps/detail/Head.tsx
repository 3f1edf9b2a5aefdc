import { Button } from '@mantine/core'
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
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
    <Button
      component={Link}
      to={back}
      state={{ isBack: true }}
      variant="subtle"
      size="xs"
      aria-label="Back"
      leftSection={<IconArrowLeft size={15} />}
    >
      <span className={classes.desk}>Back</span>
    </Button>
    <nav aria-label="Breadcrumb">
      <Link to="/maps">Maps</Link>
      <IconChevronRight size={14} aria-hidden="true" />
      {isHeading ? <h1>{title}</h1> : <b dir="auto">{title}</b>}
    </nav>
    {children}
  </header>
)
