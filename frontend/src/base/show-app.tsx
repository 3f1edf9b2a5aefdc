import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

/** Hydrates the prerendered content if it belongs to `pathname`, and renders from scratch otherwise. */
export const showApp = (app: ReactNode, pathname: string): void => {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const { screen } = root.dataset
  const isAhead = root.hasChildNodes() && screen !== undefined && `${pathname}/`.startsWith(screen)
  if (isAhead) hydrateRoot(root, app)
  else createRoot(root).render(app)
}
