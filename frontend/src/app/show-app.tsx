import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

/** Goes on with what was rendered ahead where it is what `pathname` leads to, and renders anew otherwise. */
export const showApp = (app: ReactNode, pathname: string): void => {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const { screen } = root.dataset
  const isAhead = root.hasChildNodes() && screen !== undefined && `${pathname}/`.startsWith(screen)
  // React renders a transition in slices, between which the page answers keys and clicks.
  startTransition(() => {
    if (isAhead) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}
