/** Files and folders that were dropped onto a folder, for the screen that imports them. */
let dropped: { campaignId: string; entries: readonly FileSystemEntry[] } | undefined

/** Returns the files and folders of a drop. The browser provides them only during the event. */
export const entriesOf = ({ items }: DataTransfer): FileSystemEntry[] =>
  [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])

export const handOverEntries = (campaignId: string, entries: readonly FileSystemEntry[]): void => {
  dropped = { campaignId, entries }
}

/** Returns and removes the files and folders, so that going back to the screen does not send them again. */
export const takeDroppedEntries = (campaignId: string): readonly FileSystemEntry[] => {
  const entries = dropped?.campaignId === campaignId ? dropped.entries : []
  dropped = undefined
  return entries
}

/** Endings of files that an import reads. */
export const importableEndings = ['zip', 'md', 'markdown', 'docx', 'lk', 'json', 'db'] as const
export const isImportable = (filename: string): boolean =>
  importableEndings.some((ending) => filename.toLowerCase().endsWith(`.${ending}`))
