import { AccessRow, followedBy, resolvedAccess } from '#domain/access-row.ts'
import { access } from '#domain/kinds.ts'
import { view } from './view.ts'

/** The access of each thing, as its kind declares it. */
export const accessView = view(AccessRow)({
  table: 'access',
  resolve: { by: followedBy, with: resolvedAccess },
  on: access,
})
