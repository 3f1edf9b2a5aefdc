/** A version of a picture, edited from another: the original has no parent. Oldest first. */
interface Version {
  id: string
  parentId: string | null
}

/** The path from the original to a version. */
const pathTo = (versions: readonly Version[], id: string): string[] => {
  const parents = new Map(versions.map((version) => [version.id, version.parentId]))
  const path: string[] = []
  for (let at: string | null | undefined = id; at && parents.has(at); at = parents.get(at)) path.unshift(at)
  return path
}

/**
 * The final target of redo: the tip if the chosen version lies on its branch, otherwise the end of the newest branch
 * from there.
 */
export const tipFrom = (versions: readonly Version[], tipId: string, chosenId: string): string => {
  if (pathTo(versions, tipId).includes(chosenId)) return tipId
  const next = versions.findLast(({ parentId }) => parentId === chosenId)
  return next ? tipFrom(versions, tipId, next.id) : chosenId
}

/** The branch that ends with `tipId`, the original first, and the other branches, each from its fork. */
export const branchesOf = (versions: readonly Version[], tipId: string): { current: string[]; others: string[][] } => {
  const current = pathTo(versions, tipId)
  const known = new Set(current)
  const parents = new Set(versions.map(({ parentId }) => parentId))
  const others = versions
    .filter(({ id }) => !(parents.has(id) || known.has(id)))
    .map(({ id }) => {
      const branch = pathTo(versions, id).filter((one) => !known.has(one))
      for (const one of branch) known.add(one)
      return branch
    })
  return { current, others }
}
