const fetchFile = async (file: string) => {
  const answer = await fetch(file, { priority: 'low' })
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
  await answer.arrayBuffer()
}

/**
 * Fetches the files of a list that the build wrote, so that the browser has them in its cache. As bytes, which may fail: a browser does
 * not ask again for a module that did not come.
 */
export const fetchFiles = async (list: '/ahead.json' | '/signed-in.json'): Promise<void> => {
  const answer = await fetch(list, { priority: 'low' })
  const files: unknown = await answer.json()
  if (!Array.isArray(files)) throw new Error(`${list} is no list`)
  await Promise.all(files.map((file) => fetchFile(String(file))))
}
