import { Button } from '@mantine/core'
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './map-page.module.css'

/** The way back, and what the map is called. */
export const Head = ({ back, title, children }: { back: string; title: string; children?: ReactNode }) => (
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
      <b dir="auto">{title}</b>
    </nav>
    {children}
  </header>
)
