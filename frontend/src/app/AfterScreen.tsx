import { useEffect } from 'react'
import { LeftBlank } from '../features/conjurations/LeftBlank.tsx'
import { Welcome } from '../features/onboarding/Welcome.tsx'
import { OperationProgress } from '../features/operations/OperationProgress.tsx'
import type { FeedItem } from '../realtime/messages.ts'
import { tellCutPastes } from './cut-pastes.ts'

/** What can wait until the screen stands; `begun` are the operations that were heard of meanwhile. */
const AfterScreen = ({ begun }: { begun: readonly FeedItem[] }) => {
  useEffect(tellCutPastes, [])
  return (
    <>
      <OperationProgress begun={begun} />
      <LeftBlank />
      <Welcome />
    </>
  )
}

export default AfterScreen
