import { useEffect } from 'react'
import { useRealtime } from '../../realtime/context.tsx'
import { toast } from '../../ui/toast.ts'

/** Announces completed transcriptions on every screen of a campaign, to the members who see them. */
export const TranscriptionToast = ({ campaignId }: { campaignId: string }) => {
  const { items$ } = useRealtime()
  useEffect(() => {
    const subscription = items$.subscribe(({ type, data }) => {
      if (type !== 'TranscriptionCompleted') return
      const { title, transcriptId, ...of } = data as Record<'title' | 'transcriptId' | 'campaignId', string>
      if (of.campaignId !== campaignId) return
      const route = { to: `/story-vault/${transcriptId}`, label: 'Open' }
      toast.success('Transcription complete.', { context: title, route })
    })
    return () => subscription.unsubscribe()
  }, [items$, campaignId])
  return null
}
