import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../base/api.ts'
import { fetchFiles } from '../base/fetch-files.ts'
import { discardLeft } from '../features/conjurations/begun.ts'
import { useDiscarding } from '../features/conjurations/use-discarding.ts'
import { WeavyButton } from '../features/conversations/WeavyButton.tsx'
import { TableNotice } from '../features/images/maps/TableNotice.tsx'
import { Welcome } from '../features/onboarding/Welcome.tsx'
import { OperationProgress } from '../features/operations/OperationProgress.tsx'
import type { FeedItem } from '../realtime/messages.ts'
import { warnOfCutPastes } from './cut-pastes.ts'

/** Discards blank lore of closed tabs once this tab is focused. Renders nothing. */
const LeftBlank = () => {
  const discard = useDiscarding()
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void discardLeft(discard)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return null
}

/** Preloads the screen that users most often open next. Its modules run once the browser has cached all files. */
const fetchLoreScreen = async (): Promise<void> => {
  await fetchFiles('/ahead.json')
  await import('../features/conjurations/ConjurationScreen.tsx')
}

/** Rows hold no names, which the server joins: after a renaming, everything that may show the name is fetched again. */
const useNewNames = (heard: readonly FeedItem[]) => {
  const renamings = heard.filter(({ type }) => type === 'UserRenamed').length
  const dispatch = useDispatch()
  useEffect(() => {
    if (renamings > 0) dispatch(api.util.invalidateTags([...named]))
  }, [renamings, dispatch])
}
const named = [
  'me',
  'campaigns',
  'members',
  'files',
  'images',
  'collections',
  'conjurations',
  'trash',
  'users',
] as const

/** Content that loads after the first screen; `heard` are the events that arrived until then. */
const AfterScreen = ({ heard }: { heard: readonly FeedItem[] }) => {
  useEffect(warnOfCutPastes, [])
  useNewNames(heard)
  useEffect(() => void fetchLoreScreen().catch(() => undefined), [])
  return (
    <>
      <OperationProgress begun={heard} />
      <TableNotice heard={heard} />
      <LeftBlank />
      <Welcome />
      <WeavyButton />
    </>
  )
}

export default AfterScreen
