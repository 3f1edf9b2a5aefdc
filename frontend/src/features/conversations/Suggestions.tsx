import { useMemo } from 'react'
import { mayManage } from '../../data/campaigns.ts'
import { useConversationsQuery } from '../../data/conversations.ts'
import { useMentionedLoreQuery } from '../../data/mentions.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { Drawing } from '../../ui/drawings.tsx'
import classes from './chat.module.css'
import type { Chip } from './use-draft.ts'

interface Props {
  campaignId: string
  pageLore: Chip | undefined
  isCompact: boolean
  onAsk: (text: string, chips: Chip[]) => void
}

interface Suggestion {
  text: string
  chips: Chip[]
}

/** Requests that Weavy answers with a list of items from the campaign. */
const preparations: readonly Suggestion[] = [
  { text: 'Prepare tonight’s session', chips: [] },
  { text: 'What changed since last week?', chips: [] },
]

/** Returns questions about existing entries, so that each can be answered. Dungeon Masters get one more, about an entry's readers. */
const suggestionsFor = (entries: readonly Chip[], isDm: boolean): Suggestion[] => {
  const [first, second] = entries
  const aboutFirst = first && { text: `What do we know about ${first.name}?`, chips: [first] }
  const link = first && second && { text: `What links ${first.name} and ${second.name}?`, chips: [first, second] }
  const readers = isDm && first && { text: `Who knows about ${first.name}?`, chips: [first] }
  return [aboutFirst, link, ...preparations, readers || undefined, { text: 'What can you do?', chips: [] }].filter(
    (each) => each !== undefined,
  )
}

/** Names the service that receives the messages, before the user writes the first one. */
const whereTo = ({ label, isLocal }: { label: string; isLocal: boolean }) =>
  isLocal
    ? `It is answered by ${label}: nothing is sent to another service.`
    : `Your messages, and what is read for them, are sent to ${label}.`

/** An empty conversation: a description of Weavy, the service that receives the messages, and suggested questions. */
export const Suggestions = ({ campaignId, pageLore, isCompact, onAsk }: Props) => {
  const { data } = useMentionedLoreQuery({ campaignId, query: '' })
  const { provider } = useConversationsQuery({ campaignId, deleted: false }).currentData ?? {}
  const campaign = useCampaign()
  const isDm = campaign ? mayManage(campaign) : false
  const suggestions = useMemo(() => {
    const named = (data ?? []).filter(({ name }) => name.trim() !== '')
    const others = named.filter(({ id }) => id !== pageLore?.id)
    return suggestionsFor(pageLore ? [pageLore, ...others] : others, isDm)
  }, [data, pageLore, isDm])
  return (
    <div className={classes.begin}>
      {!isCompact && <Drawing subject="chairs" />}
      <h3>Ask about your campaign</h3>
      <p>
        Weavy answers from what you can see in it, and quotes its sources. Only you can read this conversation.{' '}
        {provider && whereTo(provider)}
      </p>
      <ul>
        {suggestions.map(({ text, chips }) => (
          <li key={text}>
            <button type="button" dir="auto" onClick={() => onAsk(text, chips)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
