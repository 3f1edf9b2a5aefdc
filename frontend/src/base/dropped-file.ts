/** A file that was dropped onto a folder, for the screen that imports it. */
let dropped: { campaignId: string; file: File } | undefined

export const handOverFile = (campaignId: string, file: File): void => {
  dropped = { campaignId, file }
}

/** Returns and removes the file, so that going back to the screen does not send it again. */
export const takeDroppedFile = (campaignId: string): File | undefined => {
  const file = dropped?.campaignId === campaignId ? dropped.file : undefined
  dropped = undefined
  return file
}

/** Endings of files that an import reads. */
export const importableEndings = ['zip', 'md', 'markdown', 'docx', 'lk', 'json', 'db'] as const
export const isImportable = (filename: string): boolean =>
  importableEndings.some((ending) => filename.toLowerCase().endsWith(`.${ending}`))
