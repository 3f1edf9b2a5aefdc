import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { may } from '#domain/entitlements.ts'
import { standingOf, today, useMe } from '../data/me.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Page, PageHeader } from '../ui/PageHeader.tsx'
import { type ComingPath, type ComingScreen, comingScreens } from './coming-screens.ts'

/** A screen that comes later: plain, inside the shell. */
export const Coming = ({ path }: { path: ComingPath }) => {
  const { title, text, subject, act }: ComingScreen = comingScreens[path]
  const body = (
    <EmptyState subject={subject} title={`Soon: ${title}`} text={text} action={act ? <GenerateMap /> : undefined} />
  )
  return (
    <Page>
      <PageHeader title={title} />
      {body}
    </Page>
  )
}

/** What can be done of it already. */
const GenerateMap = () => {
  const mayMap = may(standingOf(useMe()), 'battleMaps', today())
  return mayMap ? (
    <Button component={Link} to="/maps/generate">
      Generate Map
    </Button>
  ) : null
}
