import { fetchFiles } from '../base/fetch-files.ts'

/** Preloads the screen that users most often open next. Its modules run once the browser has cached all files. */
export const fetchLoreScreen = async (): Promise<void> => {
  await fetchFiles('/ahead.json')
  await import('../features/conjurations/ConjurationScreen.tsx')
}
