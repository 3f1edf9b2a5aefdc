import { ActionIcon, Button, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Template, TemplateLimits } from '#projections/template-answers.ts'
import { withFrom } from '../../base/from.ts'
import { openOverlay } from '../../base/overlay.ts'
import { messageOf } from '../../base/problem.ts'
import { useMe } from '../../data/me.ts'
import {
  templatesPage,
  useTemplateLimitsQuery,
  useTemplateStatsQuery,
  useTemplatesQuery,
} from '../../data/templates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Count } from './Count.tsx'
import { TemplateCard } from './TemplateCard.tsx'
import { TemplateDialogs } from './TemplateDialogs.tsx'
import { TemplateTrash } from './TemplateTrash.tsx'
import classes from './templates.module.css'
import { useStartEmpty } from './use-start-empty.ts'
import { useTemplateActs } from './use-template-acts.tsx'

/** Debounce of the search in milliseconds. */
const pauseMs = 300
const skeletons = ['a', 'b', 'c', 'd', 'e', 'f']

/** All templates that the user may use, their own first. Lore is created in `collectionId`. */
export const Library = ({ collectionId }: { collectionId: string | null }) => {
  const me = useMe()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pauseMs)
  const [want, setWant] = useState(templatesPage)
  const { data, error, isFetching, refetch } = useTemplatesQuery({ search, want })
  const limits = useTemplateLimitsQuery()
  const acts = useTemplateActs()
  const starting = useStartEmpty()
  const shared = { collectionId, acts, starting }
  const own = data?.rows.filter(({ userId }) => userId === me.id) ?? []
  const others = data?.rows.filter(({ userId }) => userId !== me.id) ?? []

  return (
    <div className={classes.library}>
      <LibraryBar
        limits={limits.data}
        typed={typed}
        onType={setTyped}
        isFetching={isFetching}
        onRefresh={() => {
          void refetch()
          void limits.refetch()
        }}
        onCreate={acts.create}
      />
      {data ? (
        <>
          {own.length > 0 && <Section title="Yours" templates={own} {...shared} />}
          {own.length === 0 && (limits.data?.count ?? 0) === 0 && search === '' && (
            <EmptyLibrary isMain={data.rows.length === 0} onCreate={acts.create} />
          )}
          {others.length > 0 && <Section title="From others and Loreloom" templates={others} {...shared} />}
          {data.rows.length === 0 && search !== '' && <p className={classes.none}>No template is called like that.</p>}
          {data.rows.length < data.total && (
            <Button className={classes.more} loading={isFetching} onClick={() => setWant(want + templatesPage)}>
              Load More
            </Button>
          )}
          <TemplateTrash />
        </>
      ) : (
        <PendingLibrary error={isFetching ? undefined : error} onRetry={() => void refetch()} />
      )}
      <TemplateDialogs acts={acts} />
    </div>
  )
}

interface LibraryBarProps {
  /** Undefined until they are loaded. */
  limits: TemplateLimits | undefined
  typed: string
  onType: (text: string) => void
  isFetching: boolean
  onRefresh: () => void
  onCreate: () => void
}

/** The number of own templates, the search, and the button for a new one. */
const LibraryBar = ({ limits, typed, onType, isFetching, onRefresh, onCreate }: LibraryBarProps) => {
  const stats = useTemplateStatsQuery()
  const { count = 0, limit = null, canModify = false } = limits ?? {}
  const isFull = canModify && limit !== null && count >= limit
  return (
    <header className={classes.bar}>
      {limits && <Count limits={limits} stats={stats.data} statsError={stats.error} />}
      <TextInput
        type="search"
        aria-label="Search templates"
        placeholder="Search templates"
        leftSection={<IconSearch size={15} />}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <ActionIcon
        aria-label="Refresh templates"
        title="Refresh"
        disabled={isFetching}
        onClick={() => {
          onRefresh()
          void stats.refetch()
        }}
      >
        <IconRefresh size={17} />
      </ActionIcon>
      <Button variant="filled" leftSection={<IconPlus size={15} />} disabled={isFull} onClick={onCreate}>
        New Template
      </Button>
    </header>
  )
}

interface SectionProps {
  title: string
  templates: readonly Template[]
  collectionId: string | null
  acts: ReturnType<typeof useTemplateActs>
  starting: ReturnType<typeof useStartEmpty>
}

const Section = ({ title, templates, collectionId, acts, starting }: SectionProps) => {
  const me = useMe()
  const { pathname, search } = useLocation()
  const { startEmpty, isStarting, isOff } = starting
  return (
    <section>
      <h2 className={classes.section}>{title}</h2>
      <ul className={classes.grid}>
        {templates.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            isOwn={template.userId === me.id}
            to={withFrom(`/templates/${template.id}`, pathname + search)}
            onGenerate={() => openOverlay({ kind: 'fromTemplate', templateId: template.id, collectionId })}
            onStart={isOff || isStarting ? undefined : () => void startEmpty(template.id, collectionId)}
            onDuplicate={acts.duplicate(template)}
            onEdit={acts.edit(template)}
            onDelete={acts.askToDelete(template)}
          />
        ))}
      </ul>
    </section>
  )
}

const EmptyLibrary = ({ isMain, onCreate }: { isMain: boolean; onCreate: () => void }) => (
  <EmptyState
    subject="loom"
    title="Patterns for what you write often"
    text="A template says once what belongs to a harbour clerk, a tavern or a rumour; lore is then written from it."
    action={
      <Button variant={isMain ? 'filled' : 'default'} onClick={onCreate}>
        Create Your First Template
      </Button>
    }
  />
)

const PendingLibrary = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  error ? (
    <ErrorState text={messageOf(error, 'Failed to load templates')} onRetry={onRetry} retry="Try Again" />
  ) : (
    <Loading label="Loading templates" className={classes.grid}>
      {skeletons.map((key) => (
        <Skeleton key={key} height={184} />
      ))}
    </Loading>
  )
