import { Page, PageHeader } from '../../ui/PageHeader.tsx'
import { Library } from './Library.tsx'

/** `/templates`: the library on a screen of its own; lore is created at the campaign's root. */
export const TemplatesPage = () => (
  <Page>
    <PageHeader title="Templates" />
    <Library collectionId={null} />
  </Page>
)
