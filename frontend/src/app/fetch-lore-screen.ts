import { z } from 'zod'

const Files = z.array(z.string())

const fetchFile = async (file: string) => {
  const answer = await fetch(file, { priority: 'low' })
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
  await answer.arrayBuffer()
}

/**
 * Where people go next from most screens, so that it is here by then. A browser does not ask again for a module that did not come: its
 * files come as bytes, which may fail, and are run once the browser has them all in its cache.
 */
export const fetchLoreScreen = async (): Promise<void> => {
  const list = await fetch('/ahead.json', { priority: 'low' })
  await Promise.all(Files.parse(await list.json()).map(fetchFile))
  await import('../features/conjurations/ConjurationScreen.tsx')
}
