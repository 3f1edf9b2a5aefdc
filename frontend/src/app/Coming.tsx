import { EmptyState } from '../ui/EmptyState.tsx'
import { Page, PageHeader } from '../ui/PageHeader.tsx'
import { type ComingPath, type ComingScreen, comingScreens } from './coming-screens.ts'

/** A screen that comes later: plain, inside the shell. */
export const Coming = ({ path }: { path: ComingPath }) => {
  const { title, text, subject }: ComingScreen = comingScreens[path]
  return (
    <Page>
      <PageHeader title={title} />
      <EmptyState subject={subject} title={`Soon: ${title}`} text={text} />
    </Page>
  )
}
