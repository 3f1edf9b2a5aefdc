import { useMemo } from 'react'
import { useConversationsQuery } from '../../data/conversations.ts'
import { useMentionedLoreQuery } from '../../data/mentions.ts'
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

/** Questions about entries that exist, so that each of them has an answer. */
const suggestionsFor = (entries: readonly Chip[]): Suggestion[] => {
  const [first, second] = entries
  const about = entries.slice(0, 2).map((entry) => ({ text: `What do we know about ${entry.name}?`, chips: [entry] }))
  return [
    ...about,
    ...(first && second ? [{ text: `What links ${first.name} and ${second.name}?`, chips: [first, second] }] : []),
    { text: 'What can you do?', chips: [] },
  ]
}

/** Who receives messages, before the first one is written. */
const whereTo = ({ label, isLocal }: { label: string; isLocal: boolean }) =>
  isLocal
    ? `It is answered by ${label}: nothing is sent to another service.`
    : `Your messages, and what is read for them, are sent to ${label}.`

/** An empty conversation: what Weavy is, where messages go, and questions to begin with. */
export const Suggestions = ({ campaignId, pageLore, isCompact, onAsk }: Props) => {
  const { data } = useMentionedLoreQuery({ campaignId, query: '' })
  const { provider } = useConversationsQuery({ campaignId, deleted: false }).currentData ?? {}
  const suggestions = useMemo(() => {
    const named = (data ?? []).filter(({ name }) => name.trim() !== '')
    const others = named.filter(({ id }) => id !== pageLore?.id)
    return suggestionsFor(pageLore ? [pageLore, ...others] : others)
  }, [data, pageLore])
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
