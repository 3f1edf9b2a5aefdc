import { Tabs } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { topicOf } from '#domain/topics.ts'
import { textHistoryPage, useRestoreTextMutation, useTextPastQuery } from '../../../../data/text-history.ts'
import { useTopic } from '../../../../realtime/topics.ts'
import { AsItWas } from './AsItWas.tsx'
import type { Chosen } from './chosen.ts'
import { TextSittings } from './TextSittings.tsx'
import { WhoWrote } from './WhoWrote.tsx'
import '@mantine/core/styles/Tabs.layer.css'
import { messageOf } from '../../../../base/problem.ts'
import { toast } from '../../../../ui/toast.ts'
import { openedSession } from '../../../../writing/session/opened.ts'

interface Props {
  textId: string
  campaignId: string | null
  editable: boolean
  /** A version to read first; without it, the list of changes is shown. */
  opened?: Chosen | undefined
}

const settleMs = 1_000

/** The history of one text, updated live: its sittings, its state at any time, and the author of each word. */
export const TextHistory = ({ textId, campaignId, editable, opened }: Props) => {
  const [tab, setTab] = useState<string | null>(opened ? 'version' : 'sittings')
  const [want, setWant] = useState(textHistoryPage)
  const [chosen, setChosen] = useState(opened)
  const past = useTextPastQuery({ textId, want })
  const [heard, setHeard] = useState(0)
  const renew = useDebouncedCallback(() => {
    setHeard((before) => before + 1)
    void past.refetch()
  }, settleMs)
  useTopic(topicOf('text', textId), { onMessage: ({ kind }) => kind === 'change' && renew() })
  const restore = useRestoreText(textId)
  const current = past.data && (past.data.sittings[0]?.revision ?? past.data.begins)
  const shared = { textId, campaignId, current, onRestore: editable ? restore : undefined }
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List aria-label="History of this text">
        <Tabs.Tab value="sittings">Changes</Tabs.Tab>
        <Tabs.Tab value="version">As it was</Tabs.Tab>
        <Tabs.Tab value="authors">Who wrote it</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="sittings">
        <TextSittings
          {...shared}
          past={past.data}
          isFailed={past.isError}
          isFetching={past.isFetching}
          onRetry={() => void past.refetch()}
          onMore={() => setWant(want + textHistoryPage)}
          onRead={(version) => {
            setChosen(version)
            setTab('version')
          }}
        />
      </Tabs.Panel>
      <Tabs.Panel value="version">
        <AsItWas {...shared} chosen={chosen} onChoose={setChosen} />
      </Tabs.Panel>
      <Tabs.Panel value="authors">
        <WhoWrote textId={textId} campaignId={campaignId} heard={heard} />
      </Tabs.Panel>
    </Tabs>
  )
}

const failed = 'This version could not be restored. Please try again.'

/** Returns a function that restores a version of a text. Undo reverts only the restoration: later changes stay. */
const useRestoreText = (textId: string) => {
  const [restoreText] = useRestoreTextMutation()
  const restore = async (revision: number, base?: number) => {
    // Sends unsent input first, so that the restoration is based on it.
    await openedSession(textId)?.flush()
    const { data, error } = await restoreText({ textId, revision, ...(base === undefined ? {} : { base }) })
    if (error) return void toast.error(messageOf(error, failed))
    const { revision: now } = data
    if (base === undefined) toast.success('Version restored', { undo: () => void restore(now - 1, now) })
  }
  return (revision: number) => void restore(revision)
}
