/** A row of the grid: folder cards or lore cards. */
export type Line<Folder, Item> =
  | { kind: 'folders'; key: string; folders: readonly Folder[]; isLast: boolean }
  | { kind: 'lore'; key: string; lore: readonly Item[] }

const gap = 12
const narrowest = 200

/** The number of cards per row at a width, at least two. */
export const columnsIn = (width: number): number => Math.max(2, Math.floor((width + gap) / (narrowest + gap)))

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))

/** Folders first, followed by the card for a new one (with `withNew`), then the lore. */
export const linesOf = <Folder extends { id: string }, Item extends { id: string }>(
  folders: readonly Folder[],
  lore: readonly Item[],
  columns: number,
  withNew: boolean,
): Line<Folder, Item>[] => {
  const ofCollections = chunks(folders, columns)
  if (withNew && folders.length % columns === 0) ofCollections.push([])
  return [
    ...ofCollections.map((folders, n) => ({
      kind: 'folders' as const,
      key: folders[0]?.id ?? 'new',
      folders,
      isLast: n === ofCollections.length - 1,
    })),
    ...chunks(lore, columns).map((lore) => ({ kind: 'lore' as const, key: lore[0]?.id ?? '', lore })),
  ]
}
