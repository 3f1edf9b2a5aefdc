const fetchFile = async (file: string) => {
  const answer = await fetch(file, { priority: 'low' })
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
  await answer.arrayBuffer()
}

/**
 * Fetches the files in a list of the build, so that the browser caches them. They are fetched as bytes, not imported, because a
 * browser does not retry a module that failed to load.
 */
export const fetchFiles = async (list: '/ahead.json' | '/signed-in.json'): Promise<void> => {
  const answer = await fetch(list, { priority: 'low' })
  const files: unknown = await answer.json()
  if (!Array.isArray(files)) throw new Error(`${list} is no list`)
  await Promise.all(files.map((file) => fetchFile(String(file))))
}
