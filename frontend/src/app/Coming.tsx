import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Page, PageHeader } from '../ui/PageHeader.tsx'
import type { ComingScreen } from './coming-screens.ts'

/** A screen that comes later: plain, inside the shell, with somewhere to go. `isPart`: it stands under another screen's title. */
export const Coming = ({ title, text, subject, isPart = false }: ComingScreen & { isPart?: boolean }) => {
  const body = (
    <EmptyState
      subject={subject}
      title={`${title} will be here`}
      text={text}
      action={
        <Button component={Link} to="/images">
          Open Images
        </Button>
      }
    />
  )
  if (isPart) return body
  return (
    <Page>
      <PageHeader title={title} />
      {body}
    </Page>
  )
}
