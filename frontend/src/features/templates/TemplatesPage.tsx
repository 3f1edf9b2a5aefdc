import { Page, PageHeader } from '../../ui/PageHeader.tsx'
import { Library } from './Library.tsx'

/** `/templates`: the library on a screen of its own; what is made from it comes to the campaign's root. */
export const TemplatesPage = () => (
  <Page>
    <PageHeader title="Templates" />
    <Library collectionId={null} />
  </Page>
)
