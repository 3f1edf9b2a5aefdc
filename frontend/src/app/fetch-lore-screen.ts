import { fetchFiles } from './fetch-files.ts'

/** Where people go next from most screens, so that it is here by then. Its files are run once the browser has them all in its cache. */
export const fetchLoreScreen = async (): Promise<void> => {
  await fetchFiles('/ahead.json')
  await import('../features/conjurations/ConjurationScreen.tsx')
}
