import { ActionIcon, Button, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconRefresh, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import type { Template } from '#projections/template-answers.ts'
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
  const { pathname, search: query } = useLocation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pauseMs)
  const [want, setWant] = useState(templatesPage)
  const { data, error, isFetching, refetch } = useTemplatesQuery({ search, want })
  const limits = useTemplateLimitsQuery()
  const stats = useTemplateStatsQuery()
  const acts = useTemplateActs()
  const { startEmpty, isStarting, isOff } = useStartEmpty()
  const { count = 0, limit = null, canModify = false } = limits.data ?? {}
  const isFull = canModify && limit !== null && count >= limit

  const cardsOf = (templates: readonly Template[]) => (
    <ul className={classes.grid}>
      {templates.map((template) => (
        <TemplateCard
          key={template.id}
          template={template}
          isOwn={template.userId === me.id}
          to={withFrom(`/templates/${template.id}`, pathname + query)}
          onGenerate={() => openOverlay({ kind: 'fromTemplate', templateId: template.id, collectionId })}
          onStart={isOff || isStarting ? undefined : () => void startEmpty(template.id, collectionId)}
          onDuplicate={acts.duplicate(template)}
          onEdit={acts.edit(template)}
          onDelete={acts.askToDelete(template)}
        />
      ))}
    </ul>
  )
  const own = data?.rows.filter(({ userId }) => userId === me.id) ?? []
  const others = data?.rows.filter(({ userId }) => userId !== me.id) ?? []

  return (
    <div className={classes.library}>
      <header className={classes.bar}>
        {limits.data && <Count limits={limits.data} stats={stats.data} statsError={stats.error} />}
        <TextInput
          type="search"
          aria-label="Search templates"
          placeholder="Search templates"
          leftSection={<IconSearch size={15} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ActionIcon
          aria-label="Refresh templates"
          title="Refresh"
          disabled={isFetching}
          onClick={() => {
            void refetch()
            void limits.refetch()
            void stats.refetch()
          }}
        >
          <IconRefresh size={17} />
        </ActionIcon>
        <Button variant="filled" leftSection={<IconPlus size={15} />} disabled={isFull} onClick={acts.create}>
          New Template
        </Button>
      </header>
      {data ? (
        <>
          {own.length > 0 && <Section title="Yours">{cardsOf(own)}</Section>}
          {own.length === 0 && count === 0 && search === '' && (
            <First isMain={data.rows.length === 0} onCreate={acts.create} />
          )}
          {others.length > 0 && <Section title="From others and Loreloom">{cardsOf(others)}</Section>}
          {data.rows.length === 0 && search !== '' && <p className={classes.none}>No template is called like that.</p>}
          {data.rows.length < data.total && (
            <Button className={classes.more} loading={isFetching} onClick={() => setWant(want + templatesPage)}>
              Load More
            </Button>
          )}
          <TemplateTrash />
        </>
      ) : (
        <Awaited error={isFetching ? undefined : error} onRetry={() => void refetch()} />
      )}
      <TemplateDialogs acts={acts} />
    </div>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className={classes.section}>{title}</h2>
    {children}
  </section>
)

const First = ({ isMain, onCreate }: { isMain: boolean; onCreate: () => void }) => (
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

const Awaited = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  error ? (
    <ErrorState text={messageOf(error, 'Failed to load templates')} onRetry={onRetry} retry="Try Again" />
  ) : (
    <Loading label="Loading templates" className={classes.grid}>
      {skeletons.map((key) => (
        <Skeleton key={key} height={184} />
      ))}
    </Loading>
  )
