import { useEffect } from 'react'
import { LeftBlank } from '../features/conjurations/LeftBlank.tsx'
import { WeavyButton } from '../features/conversations/WeavyButton.tsx'
import { TableNews } from '../features/images/maps/TableNews.tsx'
import { Welcome } from '../features/onboarding/Welcome.tsx'
import { OperationProgress } from '../features/operations/OperationProgress.tsx'
import type { FeedItem } from '../realtime/messages.ts'
import { warnOfCutPastes } from './cut-pastes.ts'
import { fetchLoreScreen } from './fetch-lore-screen.ts'

/** Content that loads after the first screen; `heard` are the events that arrived until then. */
const AfterScreen = ({ heard }: { heard: readonly FeedItem[] }) => {
  useEffect(warnOfCutPastes, [])
  useEffect(() => void fetchLoreScreen().catch(() => undefined), [])
  return (
    <>
      <OperationProgress begun={heard} />
      <TableNews heard={heard} />
      <LeftBlank />
      <Welcome />
      <WeavyButton />
    </>
  )
}

export default AfterScreen
