import loadManifold, { type ManifoldToplevel } from 'manifold-3d'

let loading: Promise<ManifoldToplevel> | undefined

/** Loads the geometry kernel once. */
export const loadSolids = (): Promise<ManifoldToplevel> => {
  loading ??= loadManifold().then((solids) => {
    solids.setup()
    return solids
  })
  return loading
}
